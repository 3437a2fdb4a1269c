// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import BookPage
import Checkout
import Domain
import Loans
import Membership
import Notices
import Search
import Tributary
import Visits

/// A session of the app in a terminal: takes commands, and answers with the lines of the screens.
@MainActor
public final class ReaderSession {
    let store: StoreOf<Reader>
    let log = ActionLog()
    private let history = UndoHistory()
    private let logging: ObservationToken
    private var visits: ObservationToken?

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - member: Who uses the app.
    ///   - holdings: The books of the library.
    public init(member: Member, holdings: Holdings) {
        store = Store(initialState: Reader.State(member: member)) {
            Reader()
        } dependencies: {
            $0.holdings = holdings
            $0.bookFinder = BookFinder { holdings.books(matching: $0) }
        }
        logging = store.attach(log)
    }

    /// Performs a command.
    ///
    /// - Parameter line: The command, with its argument after a space.
    /// - Returns: The lines of the screens afterwards, with new notices.
    public func perform(_ line: String) async -> [String] {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let lines = await lines(after: words.first ?? "", words.count > 1 ? words[1] : "")
        let notices = NoticesScreen(store).lines
        store.send(.notices(.dismissAll))
        return (lines ?? ["no such command here: \(line)"]) + notices
    }

    private func lines(after command: String, _ argument: String) async -> [String]? {
        switch command {
        case "search", "pick": return await search(command, argument)
        case "borrow", "close": return read(command)
        case "checkout", "hold", "take": return checkOut(command, argument)
        case "rename", "undo", "redo": return changeMembership(command, argument)
        case "visits", "enter", "leave": return visit(command, argument)
        case "loans": return LoansScreen(store.scope(state: \.loans, action: \.loans)).lines
        default: return nil
        }
    }

    private func search(_ command: String, _ argument: String) async -> [String]? {
        if store.state.search == nil { store.send(.openSearch) }
        guard let search = store.scope(state: \.search, action: \.search) else { return nil }
        let screen = SearchScreen(search)
        if command == "search" {
            await screen.type(argument).finish()
            return screen.lines
        }
        screen.pick(Int(argument) ?? 0)
        return page.map { BookPageScreen($0).lines }
    }

    private var page: StoreOf<BookPage>? { store.scope(state: \.pages, action: \.pages).last }

    private func read(_ command: String) -> [String]? {
        guard let page else { return nil }
        let screen = BookPageScreen(page)
        if command == "close" {
            screen.close()
            return []
        }
        screen.borrow()
        return screen.lines
    }

    private func checkOut(_ command: String, _ argument: String) -> [String]? {
        if command == "checkout" { store.send(.goToCheckout) }
        guard let checkout = store.scope(case: \.place.checkout, action: \.checkout) else { return nil }
        let screen = CheckoutScreen(checkout)
        if command == "take" {
            screen.take()
            return []
        }
        if command == "hold" { screen.hold(argument) }
        return screen.lines
    }

    private func changeMembership(_ command: String, _ argument: String) -> [String] {
        let screen = MembershipScreen(
            store.scope(state: \.membership, action: \.membership),
            undo: history
        )
        switch command {
        case "undo": history.undo()
        case "redo": history.redo()
        default: screen.rename(to: argument)
        }
        return screen.lines
    }

    private func visit(_ command: String, _ argument: String) -> [String] {
        switch (command, argument) {
        case ("visits", "on"):
            visits = store.mount(named: "visits") { Scope(state: \.visits, action: \.visits) { Visits() } }
        case ("visits", _): visits = nil
        case ("enter", _): store.send(.visits(.input(.entered)))
        default: store.send(.visits(.input(.left)))
        }
        return [(visits == nil ? "not counted: " : "") + store.visits.summary]
    }
}
