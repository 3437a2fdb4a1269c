// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something of the lower floor.
///
/// A `Tower` that only a comment speaks of is not used.
struct Brick {
    var weight = 2
    func doubled() -> Brick { Brick(weight: 2 * weight) }

    /// The member is of this floor, though another has a property of the same name.
    var height: Int { weight }
    var name: String { "Tower" }
}

/// Each of these uses a declaration of the upper floor.
enum Leaning {
    static func tower() -> some Any {
        let tower = Tower()  // upwards: Tower, init()
        return tower
    }
    static func height(of brick: Brick) -> Int { brick.height + brick.shadow }  // upwards: shadow
    static func sum() -> Int { build([Brick()]) }  // upwards: build(_:)
    static func limit() -> Int { tallest }  // upwards: tallest
}

extension Leaning: Climbable {}  // upwards: Climbable
