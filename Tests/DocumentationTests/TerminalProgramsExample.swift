// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Tributary

// page: egg
struct Egg: Reducer {
    struct State: Equatable, Sendable {
        var left = 0
        var isDone = false
    }

    @CasePathable
    enum Action: Sendable {
        case boil(seconds: Int)
        case tick
    }

    @Dependency(\.clock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .boil(let seconds):
            state = State(left: seconds)
            return .run { [clock] send in
                for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
            }
            .cancellable(id: "timer", cancelInFlight: true)
        case .tick:
            state.left -= 1
            state.isDone = state.left == 0
            return state.isDone ? .cancel(id: "timer") : .none
        }
    }
}
// page: end

@MainActor
struct TerminalPrograms {
    // page: line
    final class Line: Component {
        var printed: [String] = []

        func render(_ props: String) { printed.append(props) }
    }
    // page: end

    /// The lines of the standard input, replaced in tests.
    func standardInput() -> AsyncStream<String> {
        // page: lines
        let lines = AsyncStream<String> { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
        // page: end
        return lines
    }

    func run(_ store: StoreOf<Egg>, lines: AsyncStream<String>) async -> [String] {
        // page: connect
        let line = Line()
        let connection = line.connect(to: store, state: \.self) { state in
            state.isDone ? "Done." : "\(state.left) s"
        }
        // page: end
        await loop(store, lines: lines)
        connection.cancel()
        return line.printed
    }

    private func loop(_ store: StoreOf<Egg>, lines: AsyncStream<String>) async {
        // page: loop
        for await line in lines {
            guard let seconds = Int(line) else { continue }
            await store.send(.boil(seconds: seconds)).finish()  // waits until the egg is done
        }
        await store.flush()
        store.close()
        // page: end
    }
}
