// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The marks on the fields.
///
/// A board can only be made by playing, so it is always a valid position.
package struct Board: Hashable, Sendable {
    private var crosses: UInt16 = 0
    private var noughts: UInt16 = 0

    /// The board before the first move.
    init() {}

    /// The mark on a field.
    package subscript(field: Field) -> Mark? {
        if crosses & field.bit != 0 { return .x }
        return noughts & field.bit != 0 ? .o : nil
    }

    /// The number of marks.
    package var count: Int { (crosses | noughts).nonzeroBitCount }

    /// The number of marks of one player.
    package func count(of mark: Mark) -> Int { bits(of: mark).nonzeroBitCount }

    /// The lines that are full of one mark.
    package func lines(of mark: Mark) -> [Line] {
        let bits = bits(of: mark)
        return Line.all.filter { bits & $0.bits == $0.bits }
    }

    /// The free fields.
    package var freeFields: [Field] { Field.all.filter { self[$0] == nil } }

    /// The board with one more mark.
    func placing(_ mark: Mark, on field: Field) -> Board {
        var board = self
        switch mark {
        case .x: board.crosses |= field.bit
        case .o: board.noughts |= field.bit
        }
        return board
    }

    private func bits(of mark: Mark) -> UInt16 { mark == .x ? crosses : noughts }
}
