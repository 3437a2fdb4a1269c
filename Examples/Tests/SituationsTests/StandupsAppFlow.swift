// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsDetail
import StandupsHistory
import StandupsList
import StandupsModel
import StandupsRecord
import StandupsSpeech
import StandupsStorage
import Tributary
import TributaryTesting

@testable import StandupsAppFeature

extension StandupsFlows {
    /// The whole app, with its storage and its links.
    ///
    /// A user can open pages without end, and each has a number of its own: the situations have no end, and are the same for all
    /// numbers.
    static var app: CheckedFlow<StandupsApp> {
        CheckedFlow(
            name: "app",
            feature: { StandupsApp() },
            state: StandupsApp.State(),
            actions: appActions,
            claims: [
                .always("each page has its standup") { app in
                    app.path.allSatisfy { page in
                        page.is(\.record) || app.list.standups.contains(id: page.standupID)
                    }
                },
                .always("a meeting is the last page") { app in
                    !app.path.dropLast().contains { $0.is(\.record) }
                },
                .always("the storage has the standups of the list, unless they are being written") { app in
                    if case .kept(let standups) = app.keeping { standups == app.list.standups } else { true }
                },
                .always("a link waits only for the standups") { $0.pendingLink == nil || !$0.isLoaded },
                .eventually("the storage comes to rest") { !$0.isWorking },
                .sometimes("a meeting is added") { app in app.list.standups.contains { $0.meetings.count > 1 }
                },
                .sometimes("a meeting of a link is shown") { app in
                    if case .history(let page)? = app.path.last { page.shown != nil } else { false }
                },
                .sometimes("a standup is not written") { app in
                    if case .notWritten = app.keeping { true } else { false }
                },
            ],
            limits: CheckLimits(depth: 5),
            identity: { app in
                Whole(
                    list: app.list,
                    pages: Array(app.path),
                    alert: app.alert,
                    keeping: app.keeping,
                    link: app.pendingLink
                )
            },
            dependencies: { dependencies, ask in
                prepare(.unknown)(&dependencies, ask)
                dependencies.date = .constant(standup.meetings[0].date)
                dependencies.standupKeeper = StandupKeeper(
                    load: {
                        guard await ask("Can it be read?", [true, false]) == true else { throw Unreadable() }
                        return [standup]
                    },
                    save: { standups in
                        guard await ask("Can it be written?", [true, false]) == true else {
                            throw Unreadable()
                        }
                    }
                )
            }
        )
    }

    /// The links, and all that the topmost page offers.
    private static func appActions(_ app: StandupsApp.State) -> [StandupsApp.Action] {
        let links: [Link] = [.new, .record(standup.id), .history(standup.id, standup.meetings.ids.first)]
        var actions: [StandupsApp.Action] = [.leave] + links.map { .follow("\($0)") }
        if app.alert != nil { actions.append(.alert(.dismissed)) }
        guard let page = app.page, let number = app.path.ids.last else {
            return actions + list.actions(app.list).map { .list($0) }
        }
        let offered: [Page.Action] =
            switch page {
            case .detail(let detail): self.detail(.unknown).actions(detail).map { .detail($0) }
            case .record(let record): self.record.actions(record).map { .record($0) }
            case .history(let history): self.history.actions(history).map { .history($0) }
            }
        return actions + [.path(.pop(from: number))]
            + offered.map { .path(.element(id: number, action: $0)) }
    }
}

/// The state of the app without the numbers of its pages.
private struct Whole: Hashable {
    let list: StandupList.State
    let pages: [Page.Kept]
    let alert: AlertState<StandupsApp.Action.Answer>?
    let keeping: StandupsApp.Keeping
    let link: String?
}

/// The failure of a storage.
private struct Unreadable: Error {}
