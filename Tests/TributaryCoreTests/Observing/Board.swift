// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore

/// Counts how often the values of a board are read.
final class Reads: Sendable {
    private let counter = Atomic(0)

    var count: Int { counter.load(ordering: .relaxed) }

    func add() { counter.add(1, ordering: .relaxed) }
}

/// A feature with a tile in every place where a part can be.
///
/// Neither tiles nor the state are equatable, and each tile has an array, which is copied if another
/// reference to it exists.
struct Board: Reducer {
    struct Tile: Identifiable, Sendable {
        let id: Int
        let reads: Reads
        var count = 0
        var numbers = [Int](repeating: 0, count: 1_000)

        /// The count; each reading is counted.
        var readCount: Int {
            reads.add()
            return count
        }

        mutating func touch() {
            count += 1
            numbers[0] += 1
        }

        var place: Place {
            Place(
                address: numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) },
                touches: count
            )
        }
    }

    /// The address of a tile's numbers, and the number of its changes.
    struct Place: Equatable, Sendable {
        let address: UInt
        let touches: Int
    }

    enum Screen: Sendable, CasePathable {
        case closed
        case tile(Tile)

        struct AllCasePaths: Sendable {
            var tile: CasePath<Screen, Tile> {
                CasePath(embed: Screen.tile) { if case .tile(let tile) = $0 { tile } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    struct State: Sendable {
        var tile: Tile
        var optional: Tile?
        var screen: Screen
        var rows: IdentifiedArray<Int, Tile>

        init(rows count: Int = 3, reads: Reads = Reads()) {
            tile = Tile(id: 0, reads: reads)
            optional = Tile(id: 0, reads: reads)
            screen = .tile(Tile(id: 0, reads: reads))
            rows = IdentifiedArray(uniqueElements: (0..<count).map { Tile(id: $0, reads: reads) })
        }

        var readCount: Int { tile.readCount }
        var computed: Tile { tile }

        /// The address of the first tile's numbers, for each place.
        var places: [Place?] {
            [tile.place, optional?.place, screen[case: \.tile]?.place, rows[id: 0]?.place]
        }
    }

    enum Action: Sendable, CasePathable {
        /// Changes the first tile in every place.
        case touch
        case touchRow(Int)
        /// Replaces the rows by equal ones.
        case copyRows
        case nothing
        case part(Never)
        case rows(IdentifiedAction<Int, Never>)

        struct AllCasePaths: Sendable {
            var part: CasePath<Action, Never> { CasePath(embed: Action.part, extract: { _ in nil }) }
            var rows: CasePath<Action, IdentifiedAction<Int, Never>> {
                CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .touch:
            state.tile.touch()
            state.optional.modify { $0.touch() }
            state.screen.modify(\.tile) { $0.touch() }
            state.rows.modify(id: 0) { $0.touch() }
        case .touchRow(let id): state.rows.modify(id: id) { $0.touch() }
        case .copyRows: state.rows = IdentifiedArray(uniqueElements: state.rows.elements)
        case .nothing, .part, .rows: break
        }
        return .none
    }
}
