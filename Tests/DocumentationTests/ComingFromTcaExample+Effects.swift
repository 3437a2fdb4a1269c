// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Tributary
import TributaryCombine
import TributaryTesting

// The code in the tables of the article, so that it is compiled; ComingFromTcaTests runs it.

/// A feature with each kind of effect.
struct Weather: Reducer {
    struct State: Equatable {
        var seen: [String] = []
        var count = 0
    }

    @CasePathable
    enum Action: Sendable {
        case load, many, inTurn, stop, find(String), start, fail, wait, sleep
        case loaded(Result<String, any Error>)
        case seen(String)
        case tick
    }

    @Dependency(\.clock) var clock
    @Dependency(\.date) var date
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    @Dependency(\.forecast) var forecast

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .load:
                return .run { send in
                    await send(.loaded(await Result { try await forecast.today() }))
                }
            case .many:
                return .merge(.send(.seen("a")), .send(.seen("b")))
            case .inTurn:
                return .concatenate(.send(.seen("a")), .send(.seen("b")))
            case .stop:
                return .cancel(id: "ticks")
            case .find(let text):
                return .send(.seen(text)).debounce(id: "search", for: .milliseconds(300))
            case .start:
                return .run { send in
                    for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
                }
                .cancellable(id: "ticks", cancelInFlight: true)
            case .fail:
                return .run { send in
                    throw CancellationError()
                } catch: { error, send in
                    await send(.seen("failed"))
                }
            case .wait:
                return Effect<Int>.send(1).map { Action.seen("\($0)") }
            case .sleep:
                return .run { [now] send in
                    try await clock.sleep(for: .seconds(1))
                    let die = withRandomNumberGenerator { Int.random(in: 1...1, using: &$0) }
                    await send(.seen("\(die) at \(now.timeIntervalSinceReferenceDate)"))
                }
            case .loaded(.success(let text)), .seen(let text):
                state.seen.append(text)
                return .none
            case .loaded(.failure):
                return .none
            case .tick:
                state.count += 1
                return .none
            }
        }
    }
}

/// A dependency without the macro.
struct Forecast: Sendable {
    var today: @Sendable () async throws -> String

    static let live = Forecast { "sun" }
    /// Made anew each time, so that it reports to the store that reads it.
    static var unimplemented: Forecast { Forecast(today: Tributary.unimplemented("Forecast.today")) }
}

enum ForecastKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Forecast {
        dependencies.isTesting || dependencies.isPreview ? .unimplemented : .live
    }
}

extension Dependencies {
    var forecast: Forecast {
        get { self[ForecastKey.self] }
        set { self[ForecastKey.self] = newValue }
    }
}

#if canImport(Combine) || OpenCombine
extension Weather {
    /// Compiled with the trait.
    static func arrivals() -> Effect<Action> {
        .publisher({ ["sun", "rain"].publisher }, action: Action.seen)
    }

    /// Compiled with the trait.
    @MainActor
    static func counts(of store: StoreOf<Weather>) -> StorePublisher<Int> { store.publisher(\.count) }
}
#endif

/// Tests with a test store.
@MainActor
struct TCATests {
    func effects() async {
        let clock = TestClock()
        let store = TestStore(initialState: Weather.State()) {
            Weather()
        } dependencies: {
            $0.clock = clock
            $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
            $0.uuid = .incrementing
            $0.withRandomNumberGenerator = .seeded(1)
            $0.forecast.today = { "rain" }
        }
        await store.send(.load)
        await store.receive(\.loaded.success) { $0.seen = ["rain"] }
        await store.send(.start)
        await clock.advance(by: .seconds(1))
        await store.receive(\.tick) { $0.count = 1 }
        await store.send(.stop)
        await store.send(.fail)
        await store.receive(\.seen, "failed") { $0.seen.append("failed") }
        await store.send(.sleep)
        await clock.advance(by: .seconds(1))
        await store.receive(\.seen, "1 at 0.0") { $0.seen.append("1 at 0.0") }
        store.exhaustivity = .off
        await store.send(.find("tea"))
        await clock.advance(by: .milliseconds(300))
        await store.receive(\.seen)
        await store.withExhaustivity(.off(showSkippedAssertions: false)) {
            await store.send(.many)
            await store.send(.wait)
        }
        store.assert { $0.count = 1 }
        await store.skipReceivedActions(strict: false)
        await store.skipInFlightEffects(strict: false)
        await store.finish()
    }

    func immediate() async -> [String] {
        let store = Store(initialState: Weather.State()) {
            Weather()
        } dependencies: {
            $0.clock = ImmediateClock()
            $0.forecast.today = { "rain" }
        }
        await store.send(.load).finish()
        await store.send(.inTurn).finish()
        let task = store.send(.start)
        task.cancel()
        return store.seen
    }

    func depending() async -> Date {
        withDependencies {
            $0.date = .constant(Date(timeIntervalSinceReferenceDate: 1))
        } operation: {
            Weather().date.now
        }
    }

    func overridden() async -> [String] {
        let store = Store(initialState: Weather.State()) {
            Weather().dependency(\.forecast, Forecast { "snow" })
        }
        await store.send(.load).finish()
        return store.seen
    }

    /// A client that never answers, and one without answers.
    func waited() async -> [String] {
        let never = Task {
            for await _ in AsyncStream(Never.self, { _ in }) {}
            return "cancelled"
        }
        never.cancel()
        var said: [String] = [await never.value]
        let nothing = AsyncThrowingStream<String, any Error> { $0.finish() }
        do {
            for try await word in nothing { said.append(word) }
            said.append("finished")
        } catch {
            said.append("failed")
        }
        return said
    }
}
