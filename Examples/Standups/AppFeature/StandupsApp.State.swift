// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsDetail
package import StandupsList
import StandupsModel
package import Tributary

extension StandupsApp {
    /// The list, the pages over it, and the state of the storage.
    package struct State: Hashable, Sendable {
        package var list: StandupList.State
        /// The pages over the list, the topmost one last.
        package var path: Stack<Page.Kept>
        package var alert: AlertState<Action.Answer>?
        /// The relation between the storage and the list.
        package internal(set) var keeping: Keeping
        /// A link that was followed before the standups were read.
        package internal(set) var pendingLink: String?

        /// Makes a state that has read nothing yet.
        package init() { self.init(StandupList.State(), keeping: .reading) }

        /// Makes a state with content, for tests and previews.
        package init(_ list: StandupList.State, path: Stack<Page.Kept> = [], keeping: Keeping? = nil) {
            self.list = list
            self.path = path
            self.keeping = keeping ?? .kept(list.standups)
        }

        /// Pages show and change the standups of the list.
        package static var pages: Join<Self, Page.Kept, Page.State> {
            Join(\.list.standups, on: \.joinedID) {
                Page.State($0, $1)
            } separating: {
                $0.separated
            }
        }
    }
}

extension StandupsApp.State {
    /// Whether following a link would interrupt a form or a meeting.
    package var isBusy: Bool {
        if list.destination != nil { return true }
        return path.contains { page in
            switch page {
            case .detail(let detail): detail.destination?.is(\.edit) ?? false
            case .record: true
            case .history: false
            }
        }
    }

    /// The topmost page, with its standup.
    package var page: Page.State? { path.last.flatMap { Page.State($0, list.standups[id: $0.standupID]) } }
}
