// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 16 for children that borrow more than one row, and for what they do not change.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct SeveralLoansTests {
    private func makeBank(
        _ transfer: Transfer,
        _ recorder: DiagnosticRecorder
    ) -> Store<Bank, Transfer.Action> {
        Store(initialState: Bank(transfer: transfer)) {
            EmptyReducer().ifLet(\.transfer, actionPath: .identity) { Transfer.reducer }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test(arguments: [(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)])
    func `a child borrows two rows of one collection`(from: Int, to: Int) {
        let recorder = DiagnosticRecorder()
        let store = makeBank(Transfer(from: from, to: to), recorder)
        let former = store.accounts
        store.send(.move)
        var expected = former
        expected[id: from]?.amount -= 5
        expected[id: to]?.amount += 5
        #expect(store.accounts == expected && recorder.identifiers.isEmpty)
        #expect(store.state.lending(to: Transfer(from: from, to: to))?.to.amount == expected[id: to]?.amount)
    }

    @Test func `of two rows that a child borrows, one that is gone takes the child with it`() {
        let recorder = DiagnosticRecorder()
        let store = makeBank(Transfer(from: 1, to: 9), recorder)
        let former = store.accounts
        store.send(.move)
        #expect(store.accounts == former && recorder.identifiers == [.lentStateGone])
    }

    @Test(arguments: [Transfer.Action.from, .to])
    func `one row that is borrowed twice is changed through either`(_ action: Transfer.Action) {
        let recorder = DiagnosticRecorder()
        let store = makeBank(Transfer(from: 2, to: 2), recorder)
        store.send(action)
        #expect(store.accounts.map(\.amount) == [10, 21, 30] && recorder.identifiers.isEmpty)
    }

    @Test func `of a row that is changed twice, the first property has its way, and that is told`() {
        let recorder = DiagnosticRecorder()
        let store = makeBank(Transfer(from: 2, to: 2), recorder)
        DiagnosticReporter.$current.withValue(recorder.reporter) { _ = store.send(.move) }
        #expect(store.accounts.map(\.amount) == [10, 15, 30] && recorder.identifiers == [.borrowedTwice])
    }

    @Test func `what a child reads and does not change is no change of its row`() {
        var bank = Bank(transfer: Transfer(from: 1, to: 2))
        let mark = bank.accounts.markObserved()
        let own = Scope<Bank, Transfer.Action>(state: \.own) { OneAccount.reducer }
        _ = own.reduce(into: &bank, action: .from)
        #expect(bank.accounts.changes(since: mark) == .none && bank.own.seen == 20)
        _ = own.reduce(into: &bank, action: .to)
        #expect(bank.accounts.changes(since: mark) == .elements([2], rearranged: false))
        // A copy of an earlier turn that takes the place of the loan is another value.
        let earlier = bank.accounts.markObserved()
        _ = Scope<Bank, Transfer.Action>(state: \.own) {
            Update { (state: inout OneAccount, _: Transfer.Action) in state = state.former ?? state }
        }
        .reduce(into: &bank, action: .move)
        #expect(bank.accounts.changes(since: earlier) == .elements([2], rearranged: false))
        #expect(bank.accounts[id: 2]?.amount == 20)
    }
}

private struct Account: Equatable, Identifiable, Sendable {
    let id: Int
    var amount: Int
}

/// A child that borrows two rows of one type.
struct Transfer: Borrower, Equatable, Sendable {
    @Borrowed fileprivate var from: Account
    @Borrowed fileprivate var to: Account

    fileprivate init(from: Int, to: Int) {
        _from = Borrowed(id: from)
        _to = Borrowed(id: to)
    }

    static var borrowed: BorrowedProperties<Self> {
        \.$from
        \.$to
    }

    enum Action: Sendable { case move, from, to }

    fileprivate static var reducer: some Reducer<Self, Action> {
        Update { state, action in
            switch action {
            case .move:
                state.from.amount -= 5
                state.to.amount += 5
            case .from: state.from.amount += 1
            case .to: state.to.amount += 1
            }
        }
    }
}

/// A child that remembers itself as it was at a turn.
private struct OneAccount: Borrower, Sendable {
    @Borrowed(id: 2) var account: Account
    var seen = 0
    private var formers: [OneAccount] = []

    var former: OneAccount? { formers.first }

    // The property as it is stored, which is the same.
    static var borrowed: BorrowedProperties<Self> { \._account }

    static var reducer: some Reducer<Self, Transfer.Action> {
        Update { state, action in
            state.formers.append(state)
            if case .to = action { state.account.amount += 1 } else { state.seen = state.account.amount }
        }
    }
}

private struct Bank: Lender, Sendable {
    var accounts: IdentifiedArrayOf<Account> = [
        Account(id: 1, amount: 10), Account(id: 2, amount: 20), Account(id: 3, amount: 30),
    ]
    var transfer: Transfer?
    var own = OneAccount()

    init(transfer: Transfer) { self.transfer = transfer }

    static var lent: LentCollections<Self> { \.accounts }
}
