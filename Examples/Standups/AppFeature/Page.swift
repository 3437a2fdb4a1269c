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

extension Page.State: Hashable, Sendable {}
extension Page.Action: Hashable, Sendable {}

extension Page {
    /// A page as the app stores it: without the standup, which is in the list.
    @CasePathable
    package enum Kept: Hashable, Sendable {
        case detail(Detail.Page)
        case record(Record.State)
        case history(History.Page)

        /// The standup of the page.
        package var standupID: Standup.ID {
            switch self {
            case .detail(let page): page.standupID
            case .record(let record): record.standup.id
            case .history(let page): page.standupID
            }
        }

        /// The standup to join with the page; a meeting keeps its own copy from the beginning.
        var joinedID: Standup.ID? { if case .record = self { nil } else { standupID } }
    }
}

extension Page.State {
    /// A page with its standup; `nil` if the standup was removed.
    package init?(_ page: Page.Kept, _ standup: Standup?) {
        switch (page, standup) {
        case (.detail(let page), let standup?): self = .detail(Detail.State(page, standup))
        case (.history(let page), let standup?): self = .history(History.State(page, standup))
        case (.record(let record), _): self = .record(record)
        case (_, nil): return nil
        }
    }

    /// The page and its standup, separated again.
    var separated: (Page.Kept, Standup?) {
        switch self {
        case .detail(let detail): (.detail(detail.page), detail.standup)
        case .record(let record): (.record(record), nil)
        case .history(let history): (.history(history.page), history.standup)
        }
    }
}
