// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What lies on the fields; only a position of the game can be made, by playing to it.
package struct Board: Hashable, Sendable {
    private var crosses: UInt16 = 0
    private var noughts: UInt16 = 0

    /// The board before the first move.
    init() {}

    /// What lies on a field.
    package subscript(field: Field) -> Mark? {
        if crosses & field.bit != 0 { return .x }
        return noughts & field.bit != 0 ? .o : nil
    }

    /// How many marks lie on it.
    package var count: Int { (crosses | noughts).nonzeroBitCount }

    /// How many marks of one kind lie on it.
    package func count(of mark: Mark) -> Int { bits(of: mark).nonzeroBitCount }

    /// The lines that are full of one mark.
    package func lines(of mark: Mark) -> [Line] {
        let bits = bits(of: mark)
        return Line.all.filter { bits & $0.bits == $0.bits }
    }

    /// The fields on which nothing lies.
    package var freeFields: [Field] { Field.all.filter { self[$0] == nil } }

    /// The board with one mark more.
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
