// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    /// One row changed that borrows its number, while each row's store is watched or none, and by its owner.
    static let borrowing = [10, 10_000].flatMap { count in
        [
            Scenario("borrow/rows/\(count)", baseline: "borrow/rows/10") {
                let shelf = Shelf(count: count)
                return { runs in MainActor.assumeIsolated { shelf.change(times: runs) } }
            },
            Scenario("borrow/observed/\(count)", baseline: "borrow/observed/10") {
                let shelf = Shelf(count: count)
                shelf.watch()
                return { runs in MainActor.assumeIsolated { shelf.change(times: runs) } }
            },
            Scenario("borrow/observed-from-owner/\(count)", baseline: "borrow/observed-from-owner/10") {
                let shelf = Shelf(count: count)
                shelf.watch()
                return { runs in MainActor.assumeIsolated { shelf.changeOwned(times: runs) } }
            },
        ]
    }
}

/// Rows that each borrow a number.
@MainActor
private final class Shelf {
    private let store: Store<Lending.State, Lending.Action>
    private var tokens: [ObservationToken] = []
    private let changed: Int

    init(count: Int) {
        store = Store(initialState: Lending.State(count: count)) { Lending() }
        changed = count / 2
    }

    func watch() {
        tokens = store.scope(state: \.rows, action: \.rows).map { $0.observe(\.owned.count) { _ in } }
    }

    func change(times: Int) {
        let id = changed
        for _ in 0..<times { store.send(.rows(.element(id: id, action: .increment))) }
    }

    func changeOwned(times: Int) {
        let id = changed
        for _ in 0..<times { store.send(.owned(.element(id: id, action: .increment))) }
    }
}

private struct Lending: Reducer {
    struct Owned: Identifiable {
        let id: Int
        var count = 0
    }

    struct Row: Borrower, Identifiable {
        let id: Int
        @Borrowed var owned: Owned

        static var borrowed: BorrowedProperties<Self> { \.$owned }
    }

    struct State: Lender {
        var owned: IdentifiedArrayOf<Owned>
        var rows: IdentifiedArrayOf<Row>

        init(count: Int) {
            owned = IdentifiedArray(uniqueElements: (0..<count).map { Owned(id: $0) })
            rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0, owned: Borrowed(id: $0)) })
        }

        static var lent: LentCollections<Self> { \.owned }
    }

    enum RowAction: Sendable { case increment }

    enum Action: CasePathable, Sendable {
        case rows(IdentifiedAction<Int, RowAction>)
        case owned(IdentifiedAction<Int, RowAction>)

        struct AllCasePaths: Sendable {
            var rows: CasePath<Action, IdentifiedAction<Int, RowAction>> {
                CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
            }
            var owned: CasePath<Action, IdentifiedAction<Int, RowAction>> {
                CasePath(embed: Action.owned) { if case .owned(let action) = $0 { action } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    var body: some Reducer<State, Action> {
        EmptyReducer()
            .forEach(\.rows, action: \.rows) { Update<Row, RowAction> { row, _ in row.owned.count &+= 1 } }
            .forEach(\.owned, action: \.owned) { Update<Owned, RowAction> { owned, _ in owned.count &+= 1 } }
    }
}
