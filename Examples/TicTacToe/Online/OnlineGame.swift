// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// A match on a player's side: the last state from the host, and the request without an answer.
package struct OnlineGame: Reducer, Sendable {
    package struct State: Equatable, Sendable {
        /// The last state from the host.
        package internal(set) var view: MatchView?
        /// The request that the host has not answered; it is sent again on the next connection.
        package internal(set) var pending: ClientFrame?
        /// The reason why there is no connection; `nil` if there is one.
        package internal(set) var lost: String? = "Connecting…"
        /// The last problem.
        package internal(set) var problem: String?
        let token: String
        let name: PlayerName

        /// Makes a player who has not joined.
        ///
        /// - Parameters:
        ///   - token: The token of the seat; the host's own seat needs none.
        ///   - name: The name of the player.
        package init(token: String, name: PlayerName) {
            self.token = token
            self.name = name
        }
    }

    @CasePathable
    package enum Action: Equatable, Sendable {
        case link(MatchLink.Event)
        case play(Field)
        case again
    }

    @Dependency(\.matchLinkSend) private var send
    @Dependency(\.uuid) private var uuid

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .link(.online):
            state.lost = nil
            return tell([.join(token: state.token, name: state.name)] + [state.pending].compactMap { $0 })
        case .link(.lost(let reason)):
            state.lost = reason
            return .none
        case .link(.frame(.match(let view))):
            state.view = view
            if let id = state.pending?.id, view.knows(id) { state.pending = nil }
            return .none
        case .link(.frame(.refused(let id, let reason))):
            state.problem = reason
            if id == state.pending?.id { state.pending = nil }
            return .none
        case .play(let field): return ask(.play(id: MoveID(uuid()), field: field.number), in: &state)
        case .again: return ask(.again(id: MoveID(uuid())), in: &state)
        }
    }

    private func ask(_ frame: ClientFrame, in state: inout State) -> Effect<Action> {
        state.problem = state.pending == nil ? nil : "The host has not answered yet."
        guard state.pending == nil else { return .none }
        state.pending = frame
        return tell([frame])
    }

    private func tell(_ frames: [ClientFrame]) -> Effect<Action> {
        .run(name: "tell") { [send] _ in for frame in frames { send(frame) } }
            .cancellable(id: "tell", policy: .queue)
    }
}

extension ClientFrame {
    /// The identifier, for requests that can be repeated.
    package var id: MoveID? {
        switch self {
        case .join: nil
        case .play(let id, _), .again(let id): id
        }
    }
}

extension MatchView {
    /// Whether a request with this identifier was already accepted.
    package func knows(_ id: MoveID) -> Bool { begun == id || moves.contains { $0.id == id } }
}

extension Dependencies {
    /// Sends a frame to the host.
    package var matchLinkSend: @Sendable (ClientFrame) -> Void {
        get { self[MatchLinkSendKey.self] }
        set { self[MatchLinkSendKey.self] = newValue }
    }
}

private enum MatchLinkSendKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (ClientFrame) -> Void {
        { _ in preconditionFailure("Set the dependency “matchLinkSend” of the store of a player.") }
    }
}
