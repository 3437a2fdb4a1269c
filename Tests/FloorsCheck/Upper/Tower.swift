// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Declarations of each kind that the lower floor must not use.
struct Tower {
    var height = 1
    func ring() -> Brick { Brick().doubled() }
}

protocol Climbable {}

extension Brick: Climbable {
    /// A member of a type of the lower floor, and still one of this floor.
    var shadow: Int { weight }
}

typealias Pair = (Tower, Tower)

func build(_ bricks: [Brick]) -> Int { bricks.map(\.weight).reduce(0, +) }

let tallest = 100
