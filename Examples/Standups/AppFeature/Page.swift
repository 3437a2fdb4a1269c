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

extension Page.State {
    /// The standup that the page is about.
    package var standup: Standup {
        switch self {
        case .detail(let detail): detail.standup
        case .record(let record): record.standup
        case .history(let history): history.standup
        }
    }

    /// Shows the standup as it is now; a meeting goes on with those it began with.
    mutating func follow(_ standup: Standup) {
        switch self {
        case .detail: modify(\.detail) { $0.standup = standup }
        case .record: break
        case .history: modify(\.history) { $0.standup = standup }
        }
    }
}
