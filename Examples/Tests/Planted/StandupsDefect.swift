// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsDetail
import StandupsEditForm
import StandupsList
import StandupsModel
import StandupsRecord
import StandupsSpeech
import StandupsStorage
import Tributary

@testable import StandupsAppFeature

/// Defects of the standups.
enum StandupsDefect: String, Defect {
    case transcriptStutters, meetingKeptTwice, editForgotten, wrongOneDeleted

    private static let search = Standup(
        id: id(1),
        title: "Search",
        attendees: [Attendee(id: id(2), name: "Ada")]
    )
    private static let export = Standup(
        id: id(3),
        title: "Export",
        attendees: [Attendee(id: id(4), name: "Bob")]
    )

    private static func id(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
    }

    static var initialState: StandupsApp.State { StandupsApp.State(StandupList.State([search, export])) }

    static func noise(_ number: Int) -> StandupsApp.Action { .follow("noise \(number)") }

    static func prepare(_ dependencies: inout Dependencies, _ answers: Answers) {
        dependencies.standupKeeper = StandupKeeper(load: { [] }, save: { _ in })
        dependencies.uuid = .incrementing
        dependencies.speech = SpeechClient(
            permission: { .granted },
            requestPermission: { .granted },
            listen: { AsyncThrowingStream { nil } }
        )
    }

    var steps: [Step<StandupsApp.State, StandupsApp.Action>] {
        let title = StateChange<EditForm.State>(\.standup.title, from: "Search", to: "Find")
        return [
            .send(.list(.open(Self.search.id))), Self.detail(.edit),
            Self.detail(.destination(.edit(.change(title)))),
            Self.detail(.destination(.edit(.save))), Self.detail(.start), Self.record(.heard("One.")),
            Self.record(.tick),
            Self.record(.end), Self.record(.alert(.save)), Self.detail(.delete), Self.detail(.alert(.delete)),
        ]
    }

    private static func detail(_ action: Detail.Action) -> Step<StandupsApp.State, StandupsApp.Action> {
        .send(.path(.element(id: 0, action: .detail(action))))
    }

    private static func record(_ action: Record.Action) -> Step<StandupsApp.State, StandupsApp.Action> {
        .send(.path(.element(id: 1, action: .record(action))))
    }

    func reducer(_ answers: Answers) -> AnyReducer<StandupsApp.State, StandupsApp.Action> {
        StandupsApp().wrapped { state, action, reduce in
            switch (self, action) {
            case (.transcriptStutters, .path(.element(let page, .record(.heard(let text))))):
                return reduce(&state, .path(.element(id: page, action: .record(.heard(text + text)))))
            case (.meetingKeptTwice, .path(.element(_, .record(.output(.ended(let seconds, let text)))))):
                let effect = reduce(&state, action)
                let meeting = Meeting(id: Self.id(9), date: .now, seconds: seconds, transcript: text)
                state.list.standups.modify(id: Self.search.id) { _ = $0.meetings.insert(meeting, at: 0) }
                return effect
            case (.editForgotten, .path(.element(_, .detail(.destination(.edit(.output(.saved))))))):
                let standups = state.list.standups
                let effect = reduce(&state, action)
                state.list.standups = standups
                return effect
            case (.wrongOneDeleted, .path(.element(_, .detail(.output(.deleted))))):
                state.list.standups[id: Self.export.id] = nil
                return .none
            default: return reduce(&state, action)
            }
        }
    }
}
