// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsEditForm
package import StandupsModel
package import StandupsSpeech
package import Tributary

/// One standup: its details, its form, and the way to its meetings.
package struct Detail: Reducer, Sendable {
    /// The destinations over the standup.
    @ReducerCases
    package enum Destination {
        case edit(EditForm)
        /// The link that opens the standup, for others.
        case share(link: Link)
    }

    /// The actions of the page.
    @CasePathable
    package enum Action: Hashable, Sendable {
        case edit
        case share
        case closeDestination
        case delete
        /// The user starts a meeting.
        case start
        case permissionAnswered(SpeechClient.Permission)
        case openHistory(Meeting.ID?)
        case alert(Answer)
        case destination(Destination.Action)
        case output(Output)

        /// The user's answers to questions.
        @CasePathable
        package enum Answer: Hashable, Sendable { case delete, openSettings, startUnheard, dismissed }

        /// The outputs to the app.
        @CasePathable
        package enum Output: Hashable, Sendable {
            case deleted
            case started(isHeard: Bool)
            case openHistory(Meeting.ID?)
        }
    }

    @Dependency(\.speech) private var speech
    @Dependency(\.settings) private var settings
    @Dependency(\.uuid) private var uuid

    package init() {}

    /// The standup, and its destinations.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .edit:
                state.page.destination = .edit(EditForm.State(state.standup, firstAttendee: uuid()))
            case .share: state.page.destination = .share(link: .standup(state.standup.id))
            case .closeDestination: state.page.destination = nil
            case .delete: state.page.alert = .delete(state.standup)
            case .start: return start(&state)
            case .permissionAnswered(let permission):
                state.page.isAskingPermission = false
                return go(on: permission, &state)
            case .openHistory(let id): return .send(.output(.openHistory(id)))
            case .alert(.delete): return .send(.output(.deleted))
            case .alert(.openSettings): return .run { _ in await settings.open() }
            case .alert(.startUnheard): return .send(.output(.started(isHeard: false)))
            case .destination(.edit(.output(.saved(let standup)))): state.standup = standup
            case .alert(.dismissed), .destination, .output: break
            }
            return .none
        }
        .ifLet(\.page.destination, action: \.destination, closedBy: \.edit.output) { Destination() }
        .clear(\.page.alert, on: \.alert)
    }

    private func start(_ state: inout State) -> Effect<Action> {
        // The user may have answered before this action arrives.
        guard !state.page.isAskingPermission else { return .none }
        let permission = speech.permission()
        guard permission == .unknown else { return go(on: permission, &state) }
        state.page.isAskingPermission = true
        return .run { [speech] send in
            await send(.permissionAnswered(await speech.requestPermission()))
        }
    }

    private func go(on permission: SpeechClient.Permission, _ state: inout State) -> Effect<Action> {
        guard permission != .granted else { return .send(.output(.started(isHeard: true))) }
        state.page.alert = .unheard
        return .none
    }
}

extension Detail.Destination.State: Hashable, Sendable {}
extension Detail.Destination.Action: Hashable, Sendable {}

extension Detail {
    /// A standup of the app, with the state of its page.
    package struct State: Hashable, Sendable {
        package var page: Page
        package var standup: Standup

        package init(_ standup: Standup, destination: Destination.State? = nil) {
            self.init(Page(standup.id, destination: destination), standup)
        }

        package init(_ page: Page, _ standup: Standup) {
            self.page = page
            self.standup = standup
        }
    }

    /// The part of the page that the app stores; the standup is in the list.
    package struct Page: Hashable, Sendable {
        package let standupID: Standup.ID
        package var destination: Destination.State?
        package internal(set) var alert: AlertState<Action.Answer>?
        /// Whether the user is being asked for permission to record speech.
        package internal(set) var isAskingPermission = false

        package init(_ standupID: Standup.ID, destination: Destination.State? = nil) {
            self.standupID = standupID
            self.destination = destination
        }
    }
}

extension AlertState where Action == Detail.Action.Answer {
    /// Asks before removing a standup with all its meetings.
    package static func delete(_ standup: Standup) -> Self {
        Self(
            "Delete “\(standup.title)”?",
            message: "What was said in its meetings goes with it.",
            buttons: [.destructive("Delete", action: .delete), .cancel("Keep")]
        )
    }

    /// Reports that speech cannot be recorded.
    package static var unheard: Self {
        Self(
            "The app may not hear you.",
            message: "You can allow it in the settings, or meet without a transcript.",
            buttons: [
                .default("Open the settings", action: .openSettings),
                .default("Meet without", action: .startUnheard),
                .cancel("Not now"),
            ]
        )
    }
}
