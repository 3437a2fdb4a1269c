// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import StandupsSpeech
import Testing
import Tributary
import TributaryTesting

@testable import StandupsDetail
@testable import StandupsEditForm
@testable import StandupsHistory
@testable import StandupsList
@testable import StandupsRecord

@Suite("Every flow of the standups", .timeLimit(.minutes(30)))
struct EverySituationTests {
    private static let new = UUID(number: 9)
    private static let standup = Standup(
        id: UUID(number: 100),
        title: "Search",
        minutes: 1,
        attendees: [.ada],
        meetings: [.monday]
    )

    /// Visits all situations of a feature.
    private func situations<Feature: Reducer>(
        of feature: @autoclosure @escaping () -> Feature,
        _ state: Feature.State,
        permission: SpeechClient.Permission = .unknown,
        _ actions: @escaping (Feature.State) -> [Feature.Action],
        _ properties: [Property<CheckedFeature<Feature>.State, NoWorld>]
    ) async -> CheckResult<CheckedFeature<Feature>.State, CheckedFeature<Feature>.Action, NoWorld>
    where Feature.State: Equatable, Feature.Action: Equatable {
        await check(
            CheckedFeature(feature: feature()),
            initialState: CheckedFeature<Feature>.State(state),
            actions: { actions($0.value).map { CheckedFeature<Feature>.Action($0) } },
            properties: properties + [.effectsEnd, .noUnhandledAction]
        ) {
            $0.uuid = .constant(Self.new)
            $0.settings = SettingsClient(open: {})
            $0.speech = SpeechClient(
                permission: { permission },
                requestPermission: {
                    (try? await choose("may we listen?", from: [.granted, .denied])) ?? .denied
                },
                listen: { AsyncThrowingStream { $0.finish() } }
            )
        }
    }

    /// What can be done in a form.
    private static func actions(_ form: EditForm.State) -> [EditForm.Action] {
        var actions: [EditForm.Action] = [.save, .cancel]
        for title in ["", "Sync"] {
            actions.append(.change(StateChange(\.standup.title, of: form, to: title)))
        }
        for minutes in [0, 15] {
            actions.append(.change(StateChange(\.standup.minutes, of: form, to: minutes)))
        }
        if !form.standup.attendees.contains(id: new) { actions.append(.addAttendee) }
        for attendee in form.standup.attendees {
            let name = StateChange(\Attendee.name, of: attendee, to: "Ada")
            actions += [
                .removeAttendee(attendee.id), .attendees(.element(id: attendee.id, action: .change(name))),
            ]
        }
        return actions
    }

    /// What can be done in a form over something else.
    private static func fewActions(_ form: EditForm.State) -> [EditForm.Action] {
        let title = StateChange(\.standup.title, of: form, to: "Sync")
        guard let attendee = form.standup.attendees.first else { return [.cancel] }
        let name = StateChange(\Attendee.name, of: attendee, to: "Ada")
        return [
            .save, .cancel, .change(title),
            .attendees(.element(id: attendee.id, action: .change(name))),
        ]
    }

    @Test("A form has a row to type into, and saves only what has no problem")
    func form() async {
        let result = await situations(
            of: EditForm(),
            EditForm.State(Self.standup, firstAttendee: Self.new),
            Self.actions,
            [
                .always("there is a row") { !$0.standup.attendees.isEmpty },
                .always("a row that is typed into is there") { situation in
                    guard case .attendee(let id)? = situation.focus else { return true }
                    return situation.standup.attendees.contains(id: id)
                },
                .sometimes("the same name is there twice") {
                    $0.problems.contains { if case .sameName = $0 { true } else { false } }
                },
                .sometimes("a problem is shown") { !$0.shownProblems.isEmpty },
            ]
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.situationCount == 0)
        #expect(result.stepCount == 0)
    }

    @Test("A list has each standup once, and forgets a form with its end")
    func list() async {
        let result = await situations(
            of: StandupList(),
            StandupList.State([Self.standup, .export]),
            { state in
                var actions: [StandupList.Action] = [.closeDestination]
                if !state.standups.contains(id: Self.new) { actions.append(.add) }
                for standup in state.standups {
                    actions += [.open(standup.id), .delete(standup.id), .move(standup.id, to: 0)]
                }
                for button in state.alert?.buttons ?? [] {
                    if let answer = button.action { actions.append(.alert(answer)) }
                }
                if state.alert != nil { actions.append(.alert(.dismissed)) }
                if case .add(let form)? = state.destination {
                    actions += Self.fewActions(form).map { .destination(.add($0)) }
                }
                return actions
            },
            [
                .sometimes("a standup is added") { $0.standups.contains(id: Self.new) },
                .sometimes("none is left") { $0.standups.isEmpty },
                .always("what is added has a title, and somebody comes") { situation in
                    situation.standups.allSatisfy { !$0.title.isEmpty && !$0.attendees.isEmpty }
                },
            ]
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.situationCount == 0)
        #expect(result.stepCount == 0)
    }

    @Test(
        "A standup asks for the microphone once at a time, and keeps what its form saves",
        arguments: [
            (SpeechClient.Permission.unknown, 0, 0), (.granted, 0, 0), (.denied, 0, 0),
        ]
    )
    func detail(permission: SpeechClient.Permission, situations: Int, steps: Int) async {
        let result = await self.situations(
            of: Detail(),
            Detail.State(Self.standup),
            permission: permission,
            { state in
                var actions: [Detail.Action] = [
                    .edit, .share, .closeDestination, .delete, .start, .openHistory(nil),
                ]
                for button in state.page.alert?.buttons ?? [] {
                    if let answer = button.action { actions.append(.alert(answer)) }
                }
                if state.page.alert != nil { actions.append(.alert(.dismissed)) }
                if case .edit(let form)? = state.page.destination {
                    actions += Self.fewActions(form).map { .destination(.edit($0)) }
                }
                return actions
            },
            [
                .always("it asks once at a time") {
                    $0.effectsInFlight <= ($0.page.isAskingPermission ? 1 : 0) + 2
                },
                .eventually("the question is answered") { !$0.page.isAskingPermission },
                .sometimes("its title is changed") { $0.standup.title == "Sync" },
                .always("it is the same standup") { $0.standup.id == $0.page.standupID },
            ]
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.situationCount == situations)
        #expect(result.stepCount == steps)
    }

    @Test("A history shows a meeting that is there, or none")
    func history() async {
        let result = await situations(
            of: History(),
            History.State(Self.standup),
            { state in
                var actions: [History.Action] = [.show(nil)]
                for id in state.standup.meetings.ids { actions += [.show(id), .delete(id)] }
                for button in state.page.alert?.buttons ?? [] {
                    if let answer = button.action { actions.append(.alert(answer)) }
                }
                if state.page.alert != nil { actions.append(.alert(.dismissed)) }
                return actions
            },
            [
                .always("the meeting that is read is there") { $0.page.shown == nil || $0.meeting != nil },
                .sometimes("no meeting is left") { $0.standup.meetings.isEmpty },
            ]
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.situationCount == 0)
        #expect(result.stepCount == 0)
    }

    @Test("A meeting ends, and counts no second while a question is open")
    func record() async {
        let minute = 60
        let result = await situations(
            of: Record(),
            Record.State(Self.standup, isHeard: true),
            { state in
                var actions: [Record.Action] = [.end, .nextSpeaker]
                // What the clock and the microphone send, which run as feedbacks.
                if state.runningClock != nil { actions.append(.tick) }
                if state.openMicrophone != nil { actions += [.heard("One."), .speechFailed("Broken.")] }
                for button in state.alert?.buttons ?? [] {
                    if let answer = button.action { actions.append(.alert(answer)) }
                }
                if state.alert != nil { actions.append(.alert(.dismissed)) }
                return actions
            },
            [
                .always("it takes no longer than its time") { $0.seconds <= minute },
                .sometimes("its time is over") { $0.seconds == minute },
                .sometimes("it goes on without the microphone") {
                    $0.microphone == .failed && $0.alert == nil
                },
            ]
        )
        // Feedbacks do not run in a check: the actions above are theirs.
        #expect(result.notCovered == [.feedbacks] && result.counterexamples.isEmpty)
        #expect(result.situationCount == 0)
        #expect(result.stepCount == 0)
    }
}
