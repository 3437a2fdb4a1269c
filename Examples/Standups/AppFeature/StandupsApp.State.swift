// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsDetail
package import StandupsList
import StandupsModel
package import Tributary

extension StandupsApp {
    /// What the app shows.
    package struct State: Equatable, Sendable {
        package var list: StandupList.State
        /// The pages over the list, the one on top last.
        package var path: Stack<Page.State>
        package var alert: AlertState<Action.Answer>?
        /// How what is kept relates to the list.
        package internal(set) var keeping: Keeping
        /// A link that was followed before that.
        package internal(set) var pendingLink: String?

        /// Nothing is known yet.
        package init() { self.init(StandupList.State(), keeping: .reading) }

        /// Something is shown, such as in tests and previews.
        package init(_ list: StandupList.State, path: Stack<Page.State> = [], keeping: Keeping? = nil) {
            self.list = list
            self.path = path
            self.keeping = keeping ?? .kept(list.standups)
        }
    }
}

extension StandupsApp.State {
    /// Whether a link would take away what somebody is about: a form, a meeting.
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

    mutating func replace(_ standup: Standup) {
        list.standups.modify(id: standup.id) { $0 = standup }
    }

    /// Shows in each page what the list says, and leaves pages of standups that are gone.
    mutating func followList() {
        for id in path.ids {
            guard let page = path[id: id] else { continue }
            guard let standup = list.standups[id: page.standup.id] else {
                path.pop(from: id)
                return
            }
            if page.standup != standup { path[id: id]?.follow(standup) }
        }
    }
}
