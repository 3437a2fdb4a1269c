// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Law 8, when effects and their cancellation race.
///
/// To be run under the address and the thread sanitizer as well.
@Suite(.timeLimit(.minutes(30)))
struct EffectRaceTests {}

extension EffectRaceTests {
    /// The number of live objects, for the end of the test.
    private final class Population: Sendable {
        private struct State {
            var living = 0
            var waiting: CheckedContinuation<Void, Never>?
        }

        private let state = Mutex(State())

        /// Waits until none lives: a task releases its objects a moment after its end is visible.
        func end() async {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.living > 0 { state.waiting = continuation }
                    return state.living == 0
                }
                if isOver { continuation.resume() }
            }
        }

        private func change(by number: Int) {
            state.withLock { state in
                state.living += number
                guard state.living == 0 else { return nil as CheckedContinuation<Void, Never>? }
                defer { state.waiting = nil }
                return state.waiting
            }?
            .resume()
        }

        final class Member: Sendable {
            let population: Population
            init(_ population: Population) {
                self.population = population
                population.change(by: 1)
            }
            deinit { population.change(by: -1) }
        }
    }

    /// Starts and cancels effects in all ways, and knows which must not send any more.
    private struct Races: Reducer {
        struct State: Sendable {
            var cancelled: Set<Int> = []
            var violations: [Int] = []
            var arrivals = 0
            var rows: IdentifiedArray<Int, Row> = IdentifiedArray()
        }

        struct Row: Identifiable, Sendable { let id: Int }

        enum Action: Sendable, CasePathable {
            case start(Int)
            case cancel(Int)
            case markCancelled(Int)
            case arrived(Int)
            case appendRow(Int)
            case removeRow(Int)
            case row(IdentifiedAction<Int, RowAction>)

            struct AllCasePaths: Sendable {
                var row: CasePath<Action, IdentifiedAction<Int, RowAction>> {
                    CasePath(embed: Action.row) { if case .row(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        enum RowAction: Sendable { case start, arrived }

        let population: Population

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .start(let number):
                    let member = Population.Member(population)
                    return .run { send in
                        withExtendedLifetime(member) {}
                        await send(.arrived(number))
                        await send(.arrived(number))
                    }
                    .cancellable(id: number)
                case .cancel(let number):
                    state.cancelled.insert(number)
                    return .cancel(id: number)
                case .markCancelled(let number):
                    state.cancelled.insert(number)
                case .arrived(let number):
                    state.arrivals += 1
                    if state.cancelled.contains(number) { state.violations.append(number) }
                case .appendRow(let number):
                    state.rows.append(Row(id: number))
                case .removeRow(let number):
                    state.rows.remove(id: number)
                    state.cancelled.insert(number)
                case .row(.element(let number, .arrived)):
                    state.arrivals += 1
                    if state.cancelled.contains(number) { state.violations.append(number) }
                case .row:
                    break
                }
                return .none
            }
            .forEach(\.rows, action: \.row) {
                Reduce { (_: inout Row, action: RowAction) in
                    guard action == .start else { return .none }
                    let member = Population.Member(population)
                    return .run { send in
                        withExtendedLifetime(member) {}
                        await send(.arrived)
                        await send(.arrived)
                    }
                }
            }
        }
    }

    /// How an effect is cancelled.
    private enum Way: Int, CaseIterable { case identifier, task, state }

    private func race(
        _ number: Int,
        _ way: Way,
        _ store: StoreActor<Races.State, Races.Action>
    ) async {
        switch way {
        case .identifier:
            let task = await store.send(.start(number))
            await store.send(.cancel(number))
            await task.finish()
        case .task:
            let task = await store.send(.start(number))
            task.cancel()
            // Actions from before the cancellation have been reduced when the next action is.
            await store.send(.markCancelled(number))
            await task.finish()
        case .state:
            await store.send(.appendRow(number))
            let task = await store.send(.row(.element(id: number, action: .start)))
            await store.send(.removeRow(number))
            await task.finish()
        }
    }

    @Test
    func `law 8: after many races of start and cancel, nothing runs and nothing was sent`()
        async
    {
        let count = amount(100_000, inDebug: 15_000)
        let population = Population()
        let recorder = DiagnosticRecorder()
        weak var witness: StoreActor<Races.State, Races.Action>?
        do {
            let store = StoreActor(initialState: Races.State()) {
                Races(population: population)
            } dependencies: {
                $0.diagnosticReporter = recorder.reporter
            }
            witness = store
            let racers = 4
            await withTaskGroup { group in
                for racer in 0..<racers {
                    group.addTask {
                        for number in stride(from: racer, to: count, by: racers) {
                            await race(number, Way.allCases[number % 3], store)
                        }
                    }
                }
            }
            let state = await store.state
            #expect(state.cancelled.count == count)
            #expect(state.violations.isEmpty)
            #expect(state.arrivals <= 2 * count)
            #expect(state.rows.isEmpty)
            #expect(await !store.isRunningEffects)
        }
        await population.end()
        #expect(witness == nil, "The store is released")
        #expect(recorder.identifiers.isEmpty)
    }

    @Test
    func `law 8: actions in flight when the store is closed or released arrive nowhere`() async {
        for round in 0..<amount(2_000, inDebug: 500) {
            let population = Population()
            let store = StoreActor(initialState: Races.State()) { Races(population: population) }
            var tasks: [StoreTask] = []
            for number in 0..<4 { tasks.append(await store.send(.start(number))) }
            if round.isMultiple(of: 2) {
                await store.close()
                let arrivals = await store.state.arrivals
                for task in tasks { await task.finish() }
                #expect(await store.state.arrivals == arrivals)
            } else {
                // The last reference goes with this task, while effects deliver to the actor.
                Task.detached { [store] in _ = store }
                for task in tasks { await task.finish() }
            }
            await population.end()
        }
    }
}

extension StoreActor {
    /// Whether any effect runs, or waits for its turn.
    fileprivate var isRunningEffects: Bool {
        _ = machine.runningEffects
        return machine.effects.table.count > 0
    }
}
