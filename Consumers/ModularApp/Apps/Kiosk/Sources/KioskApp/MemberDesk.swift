// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import BookPage
import Checkout
import Domain
import Loans
import Membership
import Search
import Tributary

/// The features that are attached to the kiosk while a member is there, each in a store of its own.
///
/// They end with the desk: their stores are released, and nothing of the member stays.
@MainActor
final class MemberDesk {
    let search: SearchScreen
    let checkout: CheckoutScreen
    let loans: LoansScreen
    let membership: MembershipScreen
    let history = UndoHistory()
    private(set) var page: BookPageScreen?

    private let kiosk: StoreOf<Kiosk>
    private let checkoutModule: Module<Checkout.Action.Input, Checkout.Action.Output, Void>
    private let loansModule: Module<Loans.Action.Input, Loans.Action.Output, Void>
    private var connections: [ObservationToken] = []
    private var pageConnection: ObservationToken?

    init(member: Member, kiosk: StoreOf<Kiosk>, dependencies configure: (inout Dependencies) -> Void) {
        self.kiosk = kiosk
        let search = Store(
            initialState: Search.State(),
            reducer: { Search() },
            dependencies: configure
        )
        let checkout = Store(
            initialState: Checkout.State(),
            reducer: { Checkout() },
            dependencies: configure
        )
        let loans = Store(initialState: Loans.State(member: nil)) { Loans() }
        let membership = Store(initialState: Membership.State(member: member)) { Membership() }
        self.search = SearchScreen(search)
        self.checkout = CheckoutScreen(checkout)
        self.loans = LoansScreen(loans)
        self.membership = MembershipScreen(membership, undo: history)
        checkoutModule = Module(checkout, input: \.input, output: \.output)
        loansModule = Module(loans, input: \.input, output: \.output)
        connections = [
            Module(search, input: \.input, output: \.output)
                .connect(to: kiosk, output: { .searched($0) }),
            checkoutModule.connect(to: kiosk, output: { .checkoutHappened($0) }),
            loansModule.connect(
                to: kiosk,
                input: { .memberChanged($0.member) },
                output: { .loansHappened($0) }
            ),
            Module(membership, input: \.input, output: \.output).connect(
                to: kiosk,
                input: { $0.member.map { .memberChanged($0) } },
                output: { .membershipHappened($0) }
            ),
            // An output of one feature is an event for another one.
            kiosk.onAction { [weak self] in self?.pass(on: $0.action) },
        ]
    }

    func beginCheckout() { checkoutModule.send(.begin) }

    private func pass(on action: Kiosk.Action) {
        switch action {
        case .searched(.chosen(let book)): open(book)
        case .pageHappened(.wanted(let book)): loansModule.send(.lend(book))
        case .pageHappened(.closed):
            page = nil
            pageConnection = nil
        case .checkoutHappened(.taken(let books)):
            loansModule.send(contentsOf: books.map { .lend($0) })
        default: break
        }
    }

    private func open(_ book: Book) {
        let store = Store(initialState: BookPage.State(of: book)) { BookPage() }
        page = BookPageScreen(store)
        pageConnection = Module(store, input: \.input, output: \.output)
            .connect(to: kiosk, output: { .pageHappened($0) })
    }
}
