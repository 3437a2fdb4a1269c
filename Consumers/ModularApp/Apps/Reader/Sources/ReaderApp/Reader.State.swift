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

extension Reader {
    /// Everything the app knows, the member once.
    struct State: Equatable, NoticeBoard {
        var member: Member
        var shelf = Loans.Shelf()
        var record = Membership.Record()
        var search: Search.State?
        var pages: IdentifiedArray<Book.ID, BookPage.State> = []
        var place = Place.home
        var visits = Visits.State(room: 2)
        var notices: [String] = []
    }

    /// Where the member is.
    @CasePathable
    enum Place: Equatable {
        case home
        case checkout(Checkout.State)
    }
}

extension Reader.State {
    /// The state of Loans: the member and the shelf, joined and separated again.
    var loans: Loans.State {
        get { Loans.State(member: member, shelf: shelf) }
        set {
            if let member = newValue.member { self.member = member }
            shelf = newValue.shelf
        }
    }

    /// The state of Membership; stores only need to read it.
    var membership: Membership.State { Membership.State(member: member, record: record) }

    /// Lets reducers change the state of Membership.
    mutating func changeMembership(_ change: (inout Membership.State) -> Void) {
        var joined = membership
        change(&joined)
        member = joined.member
        record = joined.record
    }
}
