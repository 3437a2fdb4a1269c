// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import StandupsSpeech
import Tributary
import TributaryTesting

@testable import StandupsDetail
@testable import StandupsEditForm
@testable import StandupsHistory
@testable import StandupsList
@testable import StandupsRecord

/// The flows of the standups.
enum StandupsFlows {
    static let new = UUID(number: 9)
    static let standup = Standup(
        id: UUID(number: 100),
        title: "Search",
        minutes: 1,
        attendees: [
            Attendee(id: UUID(number: 101), name: "Ada"), Attendee(id: UUID(number: 102), name: "Bob"),
        ],
        meetings: [
            Meeting(
                id: UUID(number: 110),
                date: Date(timeIntervalSince1970: 1_800_000_000),
                seconds: 50,
                transcript: "All is well."
            )
        ]
    )
    private static let other = Standup(
        id: UUID(number: 200),
        title: "Export",
        attendees: [Attendee(id: UUID(number: 201), name: "Dot")]
    )

    /// A form has a row to type into, and saves only a standup without problems.
    static var form: CheckedFlow<EditForm> {
        CheckedFlow(
            name: "form",
            feature: { EditForm() },
            state: EditForm.State(standup, firstAttendee: new),
            actions: { form in
                var actions: [EditForm.Action] = [.save, .cancel]
                for title in ["", "Sync"] {
                    actions.append(.change(StateChange(\.standup.title, of: form, to: title)))
                }
                actions.append(.change(StateChange(\.standup.minutes, of: form, to: 0)))
                if !form.standup.attendees.contains(id: new) { actions.append(.addAttendee) }
                for attendee in form.standup.attendees {
                    actions += [name(of: attendee), .removeAttendee(attendee.id)]
                }
                return actions
            },
            claims: [
                .always("there is a row") { !$0.standup.attendees.isEmpty },
                .always("the row that has the focus is there") { form in
                    guard case .attendee(let id)? = form.focus else { return true }
                    return form.standup.attendees.contains(id: id)
                },
                .sometimes("the same name is there twice") {
                    $0.problems.contains { if case .sameName = $0 { true } else { false } }
                },
                .sometimes("a problem is shown") { !$0.shownProblems.isEmpty },
            ],
            rules: StandupsRules.form,
            dependencies: prepare(.unknown)
        )
    }

    private static func name(of attendee: Attendee) -> EditForm.Action {
        let name = StateChange(\Attendee.name, of: attendee, to: "Ada")
        return .attendees(.element(id: attendee.id, action: .change(name)))
    }

    /// The actions of a form over something else.
    private static func fewActions(_ form: EditForm.State) -> [EditForm.Action] {
        [.save, .cancel, .change(StateChange(\.standup.title, of: form, to: "Sync"))]
            + form.standup.attendees.prefix(1).map(name)
    }

    /// A list has each standup once, and closes a form that is saved or cancelled.
    static var list: CheckedFlow<StandupList> {
        CheckedFlow(
            name: "list",
            feature: { StandupList() },
            state: StandupList.State([standup, other]),
            actions: { state in
                var actions: [StandupList.Action] = [.closeDestination]
                if !state.standups.contains(id: new) { actions.append(.add) }
                for standup in state.standups {
                    actions += [.open(standup.id), .delete(standup.id), .move(standup.id, to: 0)]
                }
                actions +=
                    answers(state.alert).map { .alert($0) } + (state.alert == nil ? [] : [.alert(.dismissed)])
                if case .add(let form)? = state.destination {
                    actions += fewActions(form).map { .destination(.add($0)) }
                }
                return actions
            },
            claims: [
                .sometimes("a standup is added") { $0.standups.contains(id: new) },
                .sometimes("none is left") { $0.standups.isEmpty },
                .always("an added standup has a title and attendees") { state in
                    state.standups.allSatisfy { !$0.title.isEmpty && !$0.attendees.isEmpty }
                },
            ],
            rules: StandupsRules.list,
            dependencies: prepare(.unknown)
        )
    }

    /// A standup asks for the microphone once at a time, and keeps the standup that its form saves.
    static func detail(_ permission: SpeechClient.Permission) -> CheckedFlow<Detail> {
        CheckedFlow(
            name: "detail, \(permission)",
            feature: { Detail() },
            state: Detail.State(standup),
            actions: { state in
                var actions: [Detail.Action] = [
                    .edit, .share, .closeDestination, .delete, .start, .openHistory(nil),
                ]
                actions += answers(state.page.alert).map { .alert($0) }
                if state.page.alert != nil { actions.append(.alert(.dismissed)) }
                if case .edit(let form)? = state.page.destination {
                    actions += fewActions(form).map { .destination(.edit($0)) }
                }
                return actions
            },
            claims: [
                .alwaysInFlight("one request at a time") { $1 <= ($0.page.isAskingPermission ? 1 : 0) },
                .eventually("the request is answered") { !$0.page.isAskingPermission },
                .sometimes("its title is changed") { $0.standup.title == "Sync" },
                .always("it is the same standup") { $0.standup.id == $0.page.standupID },
            ],
            rules: StandupsRules.detail,
            dependencies: prepare(permission)
        )
    }

    /// A history shows a meeting that is there, or none.
    static var history: CheckedFlow<History> {
        CheckedFlow(
            name: "history",
            feature: { History() },
            state: History.State(standup),
            actions: { state in
                var actions: [History.Action] = [.show(nil)]
                for id in state.standup.meetings.ids { actions += [.show(id), .delete(id)] }
                actions += answers(state.page.alert).map { .alert($0) }
                if state.page.alert != nil { actions.append(.alert(.dismissed)) }
                return actions
            },
            claims: [
                .always("the meeting that is shown is there") { $0.page.shown == nil || $0.meeting != nil },
                .sometimes("no meeting is left") { $0.standup.meetings.isEmpty },
            ],
            rules: StandupsRules.history,
            dependencies: prepare(.unknown)
        )
    }

    /// The last seconds of a meeting: it ends, and counts no second while an alert is open.
    static var record: CheckedFlow<Record> {
        var state = Record.State(standup, isHeard: true)
        state.seconds = 56
        return CheckedFlow(
            name: "record",
            feature: { Record() },
            state: state,
            actions: { state in
                guard !state.isOver else { return [] }
                return [.end, .nextSpeaker] + answers(state.alert).map { .alert($0) }
                    + (state.alert == nil ? [] : [.alert(.dismissed)])
            },
            claims: [
                .always("it takes no longer than its time") { $0.seconds <= 60 },
                .sometimes("its time is over") { $0.isOver },
                .sometimes("it goes on without the microphone") {
                    $0.microphone == .failed && $0.alert == nil
                },
                .alwaysInFlight("the clock and the microphone run when they should, and nothing else") {
                    $1 <= ($0.runningClock == nil ? 0 : 1) + ($0.openMicrophone == nil ? 0 : 1)
                },
            ],
            rules: StandupsRules.record,
            dependencies: prepare(.granted)
        )
    }

    static func answers<Answer>(_ alert: AlertState<Answer>?) -> [Answer] {
        (alert?.buttons ?? []).compactMap(\.action)
    }

    static func prepare(
        _ permission: SpeechClient.Permission
    ) -> (inout Dependencies, Answers) -> Void {
        { dependencies, ask in
            dependencies.uuid = .constant(new)
            dependencies.settings = SettingsClient(open: {})
            if ask.number == nil { dependencies.clock = ShortClock() }
            dependencies.speech = SpeechClient(
                permission: { permission },
                requestPermission: { await ask("May the app listen?", [.granted, .denied]) ?? .denied },
                // One sentence; then it ends, or fails.
                listen: {
                    let heard = Sentences()
                    return AsyncThrowingStream(unfolding: {
                        guard let isHeard = await ask("speech", [true, false]) else { return nil }
                        guard isHeard else { throw Unplugged() }
                        return heard.next()
                    })
                }
            )
        }
    }
}

/// The failure of a microphone.
struct Unplugged: Error {}

/// A clock that a check controls, up to the end of the meeting: one that ticks for ever has no last situation.
private struct ShortClock: Clock {
    private let clock = CheckClock()

    var now: CheckClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: CheckClock.Instant, tolerance: Duration?) async throws {
        guard clock.now.duration(to: deadline) < .seconds(5) else { throw CancellationError() }
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
