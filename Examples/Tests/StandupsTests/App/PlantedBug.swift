// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsEditForm
import StandupsHistory
import StandupsList
import StandupsModel
import StandupsRecord
import Tributary

@testable import StandupsAppFeature
@testable import StandupsDetail

/// A plausible bug in the app, planted around its reducer; each is found by a flow.
enum PlantedBug: CaseIterable {
    /// Reading replaces standups that were entered meanwhile.
    case loadForgetsWhatWasAdded
    /// A link that arrives before the standups are read is answered at once.
    case linkDoesNotWait
    /// A form is closed, and its content is lost.
    case listKeepsTheOldStandup
    /// The request for permission to record speech never ends.
    case asksForEver
    /// A meeting begins over the page that is shown when the answer arrives.
    case meetingOverHistory
    /// Recognized speech is appended to the transcript instead of replacing it.
    case transcriptStutters
    /// The clock of a meeting runs on while a question is open.
    case clockRunsDuringQuestion
    /// A meeting is kept twice.
    case meetingKeptTwice
    /// The page of a meeting stays when it is over.
    case meetingStays
    /// A meeting in whose middle the program ends is lost.
    case meetingLostByQuitting
    /// A standup is deleted before the question is answered.
    case deletesWithoutAsking
    /// A standup whose page is left because it is deleted stays.
    case standupOutlivesItsPage
    /// The question whether to forget a meeting is answered, and it stays.
    case listKeepsTheMeeting
    /// A failure to store is not reported.
    case failureIsSilent

    /// The flow that finds it.
    var flow: Flow {
        switch self {
        case .loadForgetsWhatWasAdded: .adding
        case .linkDoesNotWait: .following
        case .listKeepsTheOldStandup: .editing
        case .asksForEver, .meetingOverHistory: .asking
        case .transcriptStutters, .clockRunsDuringQuestion, .meetingKeptTwice, .meetingStays: .recording
        case .meetingLostByQuitting: .quitting
        case .deletesWithoutAsking, .standupOutlivesItsPage: .deleting
        case .listKeepsTheMeeting: .forgetting
        case .failureIsSilent: .failing
        }
    }
}

extension StandupsApp {
    /// The app with a bug in it, or without.
    func planting(_ bug: PlantedBug?) -> AnyReducer<State, Action> {
        wrapped { state, action, reduce in
            if let effect = bug?.reduce(&state, action, reduce) { return effect }
            return reduce(&state, action)
        }
    }
}

extension PlantedBug {
    private typealias Outcome = Effect<StandupsApp.Action>

    /// The effect of the bug on an action; `nil` if it does not change the action.
    fileprivate func reduce(
        _ state: inout StandupsApp.State,
        _ action: StandupsApp.Action,
        _ reduce: ReducerFunction<StandupsApp.State, StandupsApp.Action>
    ) -> Effect<StandupsApp.Action>? {
        let before = state
        switch (self, action) {
        case (.standupOutlivesItsPage, .path(.element(_, .detail(.output(.deleted))))),
            (.listKeepsTheMeeting, .path(.element(_, .history(.alert(.delete))))),
            (.listKeepsTheOldStandup, .path(.element(_, .detail(.destination(.edit(.output(.saved))))))):
            let effect = reduce(&state, action)
            state.list.standups = before.list.standups
            return effect
        case (.loadForgetsWhatWasAdded, .loaded(let standups)):
            let effect = reduce(&state, action)
            state.list.standups = standups
            return effect
        case (.linkDoesNotWait, .follow):
            if !state.isLoaded { state.keeping = .kept([]) }
            return reduce(&state, action)
        case (.failureIsSilent, .storageFailed):
            return Outcome.none
        case (.meetingLostByQuitting, .leave):
            return Outcome.none
        case (_, .path(.element(let page, .detail(let action)))):
            return self.reduce(&state, page, action, reduce)
        case (_, .path(.element(let page, .record(let action)))):
            return self.reduce(&state, page, action, reduce)
        default: return nil
        }
    }

    private func reduce(
        _ state: inout StandupsApp.State,
        _ page: StackElementID,
        _ action: Detail.Action,
        _ reduce: ReducerFunction<StandupsApp.State, StandupsApp.Action>
    ) -> Effect<StandupsApp.Action>? {
        let whole = StandupsApp.Action.path(.element(id: page, action: .detail(action)))
        switch (self, action) {
        case (.asksForEver, .permissionAnswered):
            let effect = reduce(&state, whole)
            if case .detail(var detail)? = state.path[id: page] {
                detail.isAskingPermission = true
                state.path[id: page] = .detail(detail)
            }
            return effect
        case (.meetingOverHistory, .output(.started)):
            if state.path.ids.last == page { return nil }
            state.path.append(.record(Record.State(.search, isHeard: true)))
            return Outcome.none
        case (.deletesWithoutAsking, .delete):
            return .send(.path(.element(id: page, action: .detail(.output(.deleted)))))
        default: return nil
        }
    }

    private func reduce(
        _ state: inout StandupsApp.State,
        _ page: StackElementID,
        _ action: Record.Action,
        _ reduce: ReducerFunction<StandupsApp.State, StandupsApp.Action>
    ) -> Effect<StandupsApp.Action>? {
        let whole = StandupsApp.Action.path(.element(id: page, action: .record(action)))
        let before = state
        switch (self, action) {
        case (.transcriptStutters, .heard(let transcript)):
            return reduce(&state, .path(.element(id: page, action: .record(.heard(transcript + transcript)))))
        case (.clockRunsDuringQuestion, .end):
            let tick = Effect<StandupsApp.Action>.run { send in
                await send(.path(.element(id: page, action: .record(.tick))))
            }
            return .merge(reduce(&state, whole), tick)
        case (.meetingKeptTwice, .output(.ended)):
            let effect = reduce(&state, whole)
            state.list.standups.modify(id: Standup.search.id) { standup in
                let meeting = Meeting(id: UUID(number: 77), date: .today, seconds: 1, transcript: "")
                _ = standup.meetings.insert(meeting, at: 0)
            }
            return effect
        case (.meetingStays, .output(.ended)):
            let effect = reduce(&state, whole)
            state.path = before.path
            return effect
        default: return nil
        }
    }
}
