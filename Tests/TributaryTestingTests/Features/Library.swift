// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A feature with all that a test store checks: changes, follow-ups, effects, cancellation, time.
struct Library: Reducer {
    struct State: Equatable, Sendable {
        var count = 0
        var titles: [String] = []
        var isLoading = false
        var seconds = 0
    }

    @CasePathable
    enum Action: Equatable, Sendable {
        case increment
        case incrementTwice
        case nothing
        case load
        case loaded([String])
        case cancel
        case start
        case tick
        case later
        case stop
        case hop
        case misuse
    }

    private enum Identifier { case load, timer }

    @Dependency(\.titles) var titles
    @Dependency(\.clock) var clock

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .increment:
                state.count += 1
            case .incrementTwice:
                state.count += 1
                return .send(.increment)
            case .nothing:
                break
            case .load:
                state.isLoading = true
                return .run(name: "load") { send in
                    await send(.loaded(await titles()))
                }
                .cancellable(id: Identifier.load, cancelInFlight: true)
            case .loaded(let titles):
                state.isLoading = false
                state.titles = titles
            case .cancel:
                state.isLoading = false
                return .cancel(id: Identifier.load)
            case .start:
                return .run(name: "timer") { send in
                    while !Task.isCancelled {
                        try await clock.sleep(for: .seconds(1))
                        await send(.tick)
                    }
                }
                .cancellable(id: Identifier.timer)
            case .tick:
                state.seconds += 1
            case .later:
                return .send(.nothing).delay(for: .seconds(5))
            case .stop:
                return .cancel(id: Identifier.timer)
            case .hop:
                return .run(name: "hop") { send in
                    let count = await MainActor.run { 3 }
                    await send(.loaded(["\(count)"]))
                }
            case .misuse:
                return .run(name: "misuse") { _ in throw Misuse() }
            }
            return .none
        }
    }

    struct Misuse: Error {}
}

enum TitlesKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable () async -> [String] { { ["Flood"] } }
}

extension Dependencies {
    var titles: @Sendable () async -> [String] {
        get { self[TitlesKey.self] }
        set { self[TitlesKey.self] = newValue }
    }
}
