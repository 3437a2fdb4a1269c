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

/// The app for members at home: one state that is composed of all features.
///
/// Visits is not in its reducer; it is mounted while the app runs.
struct Reader: Reducer {
    @CasePathable
    enum Action {
        case openSearch
        case goToCheckout
        case search(Search.Action)
        case pages(IdentifiedAction<Book.ID, BookPage.Action>)
        case checkout(Checkout.Action)
        case loans(Loans.Action)
        case membership(Membership.Action)
        case visits(Visits.Action)
        case notices(NoticesAction<String>)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.loans, action: \.loans) { Loans() }
        Scope(modify: { $0.changeMembership($1) }, action: \.membership) { Membership() }
        Scope(state: \.self, action: \.notices) { Notices<State>() }
        Reduce { state, action in
            switch action {
            case .openSearch:
                state.search = Search.State()
                return .none
            case .goToCheckout:
                state.place = .checkout(Checkout.State())
                return .send(.checkout(.input(.begin)))
            case .search(.output(.chosen(let book))):
                state.pages.updateOrAppend(BookPage.State(of: book))
                return .none
            case .pages(.element(_, .output(.wanted(let book)))):
                return .send(.loans(.input(.lend(book))))
            case .pages(.element(_, .output(.closed(let book)))):
                state.pages.remove(id: book)
                return .none
            case .checkout(.output(.taken(let books))):
                state.place = .home
                return .merge(books.map { .send(.loans(.input(.lend($0)))) })
            default:
                return notice(of: action).map { .send(.notices(.post($0))) } ?? .none
            }
        }
        .ifLet(\.search, action: \.search) { Search() }
        .forEach(\.pages, action: \.pages) { BookPage() }
        .ifCaseLet(\.place.checkout, action: \.checkout) { Checkout() }
    }

    private func notice(of action: Action) -> String? {
        switch action {
        case .checkout(.output(.unknown(let code))): "nothing has the code \(code)"
        case .loans(.output(.lent(let book, let member))): "\(member.name) borrows “\(book.title)”"
        case .loans(.output(.refused(let book, let reason))): "not “\(book.title)”: \(reason)"
        case .loans(.output(.takenBack(let book))): "“\(book.title)” is back"
        case .membership(.output(.changed(let member))): "now called \(member.name)"
        case .visits(.output(.full)): "the library is full"
        case .visits(.output(.roomAgain)): "the library has room"
        default: nil
        }
    }
}
