// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Checkout
import Domain
import Loans
import Notices
import Receipts
import Search
import Tributary
import Visits

/// A session of the kiosk in a terminal: takes commands, and answers with the lines of the screens.
@MainActor
public final class KioskSession {
    let store = Store(initialState: Kiosk.State()) { Kiosk() }
    let bell = Bell()
    private(set) var desk: MemberDesk?

    private let holdings: Holdings
    private let printer = makeReceiptPrinter(sheets: 2)
    private let visits: Module<Visits.Action.Input, Visits.Action.Output, String>
    private var connections: [ObservationToken] = []

    /// Starts a session.
    ///
    /// - Parameter holdings: The books of the library.
    public init(holdings: Holdings) async {
        self.holdings = holdings
        // Counted on an actor of its own, shown here.
        let counter = StoreActor(initialState: Visits.State(room: 2)) { Visits() }
        visits = Module(await Store(mirroring: counter), input: \.input, output: \.output, state: \.summary)
        connections = [
            visits.connect(to: store, output: { .visitsHappened($0) }),
            printer.connect(to: store, output: { .printerHappened($0) }),
            store.onAction { [printer] in
                guard case .loansHappened(.lent(let book, let member)) = $0.action else { return }
                printer.send(.print(book, borrower: member.name))
            },
            store.attach(bell),
        ]
    }

    /// Ends the session.
    public func close() { store.close() }

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
        case "card":
            let member = Member(card: String(argument.prefix { $0 != " " }), name: argument)
            store.send(.cardShown(member))
            attachDesk(for: member)
            return desk?.membership.lines
        case "bye":
            desk = nil
            store.send(.memberLeft)
            return []
        case "enter", "leave":
            await visits.send(command == "enter" ? .entered : .left).finish()
            return [visits.state]
        case "refill":
            printer.send(.refillPaper)
            return ["\(printer.state) sheets"]
        default:
            guard let desk else { return nil }
            return await lines(of: desk, after: command, argument)
        }
    }

    private func attachDesk(for member: Member) {
        let holdings = holdings
        desk = MemberDesk(member: member, kiosk: store) {
            $0.holdings = holdings
            $0.bookFinder = BookFinder { holdings.books(matching: $0) }
        }
    }

    private func lines(of desk: MemberDesk, after command: String, _ argument: String) async -> [String]? {
        switch command {
        case "search": await desk.search.type(argument).finish()
        case "pick": desk.search.pick(Int(argument) ?? 0)
        case "borrow": desk.page?.borrow()
        case "close": desk.page?.close()
        case "checkout": desk.beginCheckout()
        case "hold": desk.checkout.hold(argument)
        case "take": desk.checkout.take()
        case "rename": desk.membership.rename(to: argument)
        case "undo": desk.history.undo()
        case "redo": desk.history.redo()
        default: break
        }
        return switch command {
        case "search": desk.search.lines
        case "pick", "borrow": desk.page?.lines
        case "close", "take": []
        case "checkout", "hold": desk.checkout.lines
        case "rename", "undo", "redo": desk.membership.lines
        case "loans": desk.loans.lines
        default: nil
        }
    }
}
