// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import BookPage
import Checkout
import Domain
import Loans
import Membership
import Notices
import Receipts
import Search
import Tributary
import Visits

/// The app in the library: it knows who is there, and every feature has a store of its own behind its boundary.
struct Kiosk: Reducer {
    struct State: Equatable, NoticeBoard {
        var member: Member?
        var notices: [KioskNotice] = []
    }

    @CasePathable
    enum Action {
        case cardShown(Member)
        case memberLeft
        case searched(Search.Action.Output)
        case pageHappened(BookPage.Action.Output)
        case checkoutHappened(Checkout.Action.Output)
        case loansHappened(Loans.Action.Output)
        case membershipHappened(Membership.Action.Output)
        case printerHappened(ReceiptOutput)
        case visitsHappened(Visits.Action.Output)
        case notices(NoticesAction<KioskNotice>)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.self, action: \.notices) { Notices<State>() }
        Reduce { state, action in
            switch action {
            case .cardShown(let member), .membershipHappened(.changed(let member)):
                state.member = member
            case .memberLeft:
                state.member = nil
            default:
                break
            }
            return KioskNotice(of: action).map { .send(.notices(.post($0))) } ?? .none
        }
    }
}
