// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary

/// A connection that reconnects by itself, after increasing delays.
///
/// The state determines which socket should be open, and the feedbacks open and close it: a socket lives
/// while the state asks for its number, and so does a delay.
package struct Connection: Reducer, Sendable {
    /// The actions of the connection.
    @CasePathable
    package enum Action: Hashable, Sendable {
        case connect
        case disconnect
        /// Sends a frame if there is a connection; the sender repeats it on the next connection if it has to
        /// arrive.
        case send(ClientFrame)
        case link(Int, LinkEvent)
        case retry(Int)
        case output(Output)

        /// The outputs of the connection.
        @CasePathable
        package enum Output: Hashable, Sendable {
            case online
            case offline(End)
            case frame(ServerFrame)
        }
    }

    private enum Work: Hashable { case sending }

    @Dependency(\.chatLink) private var chatLink
    @Dependency(\.clock) private var clock
    @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

    package init() {}

    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .connect: connect(in: &state)
            case .disconnect: disconnect(in: &state)
            case .send(let frame): send(frame, in: state)
            case .link(let number, let event): take(event, from: number, in: &state)
            case .retry(let attempt): retry(attempt, in: &state)
            case .output: .none
            }
        }
        .feedback(\.socket, name: "socket") { number, send in
            for await event in chatLink.open(number) { await send(.link(number, event)) }
        }
        .feedback(\.pause, name: "wait") { pause, send in
            try await clock.sleep(for: pause.delay)
            await send(.retry(pause.attempt))
        } catch: { _, _ in
            // Only a delay that is no longer wanted is interrupted.
        }
    }

    private func connect(in state: inout State) -> Effect<Action> {
        switch state.phase {
        case .connecting, .online: return .none
        case .offline, .waiting:
            state.failureCount = 0
            state.attempt += 1
            state.phase = .connecting
            return .none
        }
    }

    private func disconnect(in state: inout State) -> Effect<Action> {
        guard state.phase != .offline else { return .none }
        let end = End(code: .normal, reason: "")
        state.phase = .offline
        state.end = end
        return .cancel(id: Work.sending).merge(with: .send(.output(.offline(end))))
    }

    private func retry(_ attempt: Int, in state: inout State) -> Effect<Action> {
        guard state.pause?.attempt == attempt else { return .none }
        state.attempt = attempt
        state.phase = .connecting
        return .none
    }

    private func send(_ frame: ClientFrame, in state: State) -> Effect<Action> {
        guard state.phase == .online else { return .none }
        // One after the other, so that frames are sent in the order of their actions.
        return .run(name: "send") { [number = state.attempt] _ in
            await chatLink.send(number, frame)
        }
        .cancellable(id: Work.sending, policy: .queue)
    }

    private func take(_ event: LinkEvent, from number: Int, in state: inout State) -> Effect<Action> {
        guard number == state.socket else { return .none }
        switch event {
        case .opened:
            state.phase = .online
            state.end = nil
            return .send(.output(.online))
        case .frame(let frame):
            state.failureCount = 0
            return .send(.output(.frame(frame)))
        case .closed(let code, let reason):
            return lose(End(code: code, reason: reason), in: &state)
        }
    }

    private func lose(_ end: End, in state: inout State) -> Effect<Action> {
        state.end = end
        state.failureCount += 1
        if end.code.isWorthRetrying {
            let delay = withRandomNumberGenerator { [state] generator in
                state.backOff.delay(after: state.failureCount, using: &generator)
            }
            state.phase = .waiting(Pause(attempt: state.attempt + 1, delay: delay))
        } else {
            state.phase = .offline
        }
        return .cancel(id: Work.sending).merge(with: .send(.output(.offline(end))))
    }
}
