// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsDetail
package import StandupsHistory
package import StandupsModel
package import StandupsRecord
package import Tributary

/// A screen over the list.
@ReducerCases
package enum Page {
    case detail(Detail)
    case record(Record)
    case history(History)
}

extension Page.State: Equatable, Sendable {}
extension Page.Action: Equatable, Sendable {}

extension Page.State: Borrower {
    // A meeting goes on with the standup that it began with.
    package static var borrowed: BorrowedProperties<Self> {
        \.detail
        \.history
    }

    /// The standup that the page is about.
    package var standupID: Standup.ID {
        switch self {
        case .detail(let detail): detail.$standup.id
        case .record(let record): record.standup.id
        case .history(let history): history.$standup.id
        }
    }
}
