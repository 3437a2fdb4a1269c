// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsEditForm
import StandupsModel
import StandupsSpeech
import StandupsStorage
import Tributary
import TributaryTesting

@testable import StandupsAppFeature
@testable import StandupsDetail
@testable import StandupsHistory
@testable import StandupsList
@testable import StandupsRecord

extension StandupsFlows {
    /// The whole app, from its start: the list, the pages over it, links, and a storage that may fail.
    ///
    /// The flows of the forms and of the meeting cover the rest. A form is saved with one standup or cancelled, and nothing
    /// is typed. In a meeting no second passes, no sentence is heard, and no speaker is skipped. No standup is moved or shared. One
    /// standup can be added; it can be opened and deleted. One meeting can be recorded, and the stored one forgotten. There is one
    /// link of each kind. An alert of the app has to be dismissed first; any other alert or form offers its own actions and the links,
    /// and its page can be popped.
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
                .always("there is a standup and one page over it, at most") { $0.path.count <= 2 },
                .always("a meeting is the last page") { app in
                    !app.path.dropLast().contains { $0.is(\.record) }
                },
                .always("the storage has the standups of the list, unless they are being written") { app in
                    if case .kept(let standups) = app.keeping { standups == app.list.standups } else { true }
                },
                .always("a link waits only for the standups") { $0.pendingLink == nil || !$0.isLoaded },
                .alwaysInFlight("there is an effect for the storage, each request, and the microphone") {
                    app,
                    count in
                    count
                        <= app.path.reduce(app.isWorking ? 1 : 0) { count, page in
                            switch page {
                            case .detail(let detail): count + (detail.isAskingPermission ? 1 : 0)
                            case .record(let record):
                                count + (record.openMicrophone == nil ? 0 : 1)
                                    + (record.runningClock == nil ? 0 : 1)
                            case .history: count
                            }
                        }
                },
                .sometimes("a meeting is added") { app in
                    app.list.standups.contains { $0.meetings.count > 1 }
                },
                .sometimes("a meeting of a link is shown") { app in
                    if case .history(let page)? = app.path.last { page.shown != nil } else { false }
                },
                .sometimes("a standup is not written") { app in
                    if case .notWritten = app.keeping { true } else { false }
                },
            ],
            limits: CheckLimits(time: .seconds(1_200)),
            dependencies: { dependencies, ask in
                prepare(.unknown)(&dependencies, ask)
                dependencies.date = .constant(standup.meetings[0].date)
                dependencies.clock = StoppedClock()
                dependencies.speech.listen = {
                    AsyncThrowingStream(unfolding: {
                        guard await ask("speech", [true, false]) != false else { throw Unplugged() }
                        return nil
                    })
                }
                dependencies.standupKeeper = StandupKeeper(
                    load: {
                        guard await ask("Can it be read?", [true, false]) == true else { throw Unreadable() }
                        return [standup]
                    },
                    save: { _ in
                        guard await ask("Can it be written?", [true, false]) == true else {
                            throw Unreadable()
                        }
                    }
                )
            }
        )
    }

    /// The actions of the topmost alert, form, or page, and links, which come from outside.
    private static func appActions(_ app: StandupsApp.State) -> [StandupsApp.Action] {
        guard app.alert == nil else { return [.leave, .alert(.dismissed)] }
        let links: [Link] = [
            .new, .standup(standup.id), .edit(standup.id), .record(standup.id),
            .history(standup.id, standup.meetings.ids.first),
        ]
        let actions = [.leave] + links.map { StandupsApp.Action.follow("\($0)") }
        guard let page = app.page, let number = app.path.ids.last else {
            return actions + listActions(app.list).map { .list($0) }
        }
        let offered: [Page.Action] =
            switch page {
            case .detail(let detail): detailActions(detail).map { .detail($0) }
            case .record(let record): recordActions(record).map { .record($0) }
            case .history(let history): historyActions(history).map { .history($0) }
            }
        return actions + [.path(.pop(from: number))]
            + offered.map { .path(.element(id: number, action: $0)) }
    }

    private static let added = Standup(
        id: new,
        title: "Export",
        attendees: [Attendee(id: new, name: "Dot")]
    )

    private static func recordActions(_ record: Record.State) -> [Record.Action] {
        record.alert == nil ? [.end] : answers(record.alert).map { .alert($0) } + [.alert(.dismissed)]
    }

    /// The first meeting can be forgotten.
    private static func historyActions(_ history: History.State) -> [History.Action] {
        if let alert = history.page.alert { return answers(alert).map { .alert($0) } + [.alert(.dismissed)] }
        let ids = history.standup.meetings.ids
        return [.show(nil), .delete(standup.meetings[0].id)] + ids.map { .show($0) }
    }

    private static func listActions(_ list: StandupList.State) -> [StandupList.Action] {
        if list.alert != nil { return answers(list.alert).map { .alert($0) } + [.alert(.dismissed)] }
        if list.destination != nil {
            return [.saved(added), .cancelled].map { .destination(.add(.output($0))) }
        }
        let standups = list.standups.ids
        return (standups.contains(new) ? [] : [.add]) + standups.map { .open($0) }
            + standups.map { .delete($0) }
    }

    /// Only the stored standup is edited, and has meetings.
    private static func detailActions(_ detail: Detail.State) -> [Detail.Action] {
        if detail.page.alert != nil {
            return answers(detail.page.alert).map { .alert($0) } + [.alert(.dismissed)]
        }
        if detail.page.destination != nil {
            return [.saved(detail.standup), .cancelled].map { .destination(.edit(.output($0))) }
        }
        return detail.standup.id == standup.id ? [.delete, .edit, .start, .openHistory(nil)] : [.delete]
    }
}

/// A clock that does not go.
private struct StoppedClock: Clock {
    private let clock = CheckClock()

    var now: CheckClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: CheckClock.Instant, tolerance: Duration?) async throws {
        throw CancellationError()
    }
}

/// The failure of a storage.
private struct Unreadable: Error {}
