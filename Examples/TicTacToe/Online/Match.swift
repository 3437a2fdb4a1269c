// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary
package import TributaryLog

/// A match of two people at two terminals, which the host stores in a journal.
///
/// Its outputs are effects, which start after the action is durable: a move that a player has seen is never
/// lost, whichever program is killed. Moves have identifiers: one that is sent again, because its echo was
/// lost, counts once.
package struct Match: Reducer, Sendable {
    /// The actions of the players.
    @CasePathable
    package enum Action: Equatable, Sendable {
        /// A player takes a seat; the guest's seat requires its token.
        case sit(Seat, name: PlayerName, token: String)
        case play(MoveID, by: Seat, field: Int)
        /// Starts another game, with the marks exchanged.
        case again(MoveID, by: Seat)
    }

    /// An update for both players, or a refusal for one of them.
    package struct Output: Equatable, Sendable {
        package let match: State
        package var refusal: Refusal?
    }

    /// The reason why a request was refused.
    package struct Refusal: Equatable, Sendable {
        package let seat: Seat
        package let id: MoveID
        package let reason: String
    }

    @Dependency(\.matchDelivery) private var deliver

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        let refusal = Self.change(&state, by: action)
        let output = Output(match: state, refusal: refusal)
        return .run(name: "tell") { [deliver] _ in deliver(output) }
            .cancellable(id: "tell", policy: .queue)  // keeps the order of outputs
    }

    private static func change(_ state: inout State, by action: Action) -> Refusal? {
        switch action {
        case .sit(let seat, let name, let token):
            state.sit(seat, name, token)
            return nil
        case .play(let id, let seat, let number):
            guard !state.knows(id), let reason = state.play(id, seat, number) else { return nil }
            return Refusal(seat: seat, id: id, reason: reason)
        case .again(let id, let seat):
            guard !state.knows(id), let reason = state.begin(id) else { return nil }
            return Refusal(seat: seat, id: id, reason: reason)
        }
    }
}

extension Match.Action: Journaled {
    /// The versions of the actions' format; there is only one so far.
    package static var coding: ActionCoding<Self> { .version(1) }
}

extension Dependencies {
    /// Delivers the outputs of a match.
    package var matchDelivery: @Sendable (Match.Output) -> Void {
        get { self[MatchDeliveryKey.self] }
        set { self[MatchDeliveryKey.self] = newValue }
    }
}

private enum MatchDeliveryKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (Match.Output) -> Void {
        { _ in preconditionFailure("Set the dependency “matchDelivery” of the store of a match.") }
    }
}
