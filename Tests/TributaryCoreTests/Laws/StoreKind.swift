// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryTestSupport

@testable import TributaryCore

/// The kinds of stores, which obey the same laws.
enum StoreKind: String, CaseIterable, Codable, Sendable {
    /// A machine in an actor of the tests.
    case machine
    case store, storeActor

    /// Makes the store of a diary.
    func diary(
        _ diary: Diary = Diary(),
        reporter: DiagnosticReporter = .current
    ) async -> StoreUnderTest<Diary.State, Diary.Action> {
        await make(initialState: Diary.State(), reporter: reporter) { diary }
    }

    /// Makes a store whose state is the list of its actions.
    func log(
        reporter: DiagnosticReporter = .current,
        reduce: @escaping @Sendable (inout [String], String) -> Effect<String> = { state, action in
            state.append(action)
            return .none
        }
    ) async -> StoreUnderTest<[String], String> {
        await make(initialState: [], reporter: reporter) { Reduce(reduce) }
    }

    /// Makes the store of a notebook.
    func notebook(
        reporter: DiagnosticReporter
    ) async -> StoreUnderTest<Notebook.State, Notebook.Action> {
        await make(initialState: Notebook.State(), reporter: reporter) { Notebook() }
    }

    private func make<State: Equatable & Sendable, Action: Sendable>(
        initialState: State,
        reporter: DiagnosticReporter,
        reducer: @Sendable () -> some Reducer<State, Action>
    ) async -> StoreUnderTest<State, Action> {
        let configure: @Sendable (inout Dependencies) -> Void = { $0.diagnosticReporter = reporter }
        switch self {
        case .machine:
            let home = MachineHome(initialState: initialState, reducer: reducer, dependencies: configure)
            await home.runEffects()
            return StoreUnderTest(.machine(in: home), of: home, on: home)
        case .store:
            return await MainActor.run {
                let store = Store(initialState: initialState, reducer: reducer, dependencies: configure)
                return StoreUnderTest(.store(store), of: store, on: MainActor.shared)
            }
        case .storeActor:
            let store = StoreActor(initialState: initialState, reducer: reducer, dependencies: configure)
            return StoreUnderTest(.storeActor(store), of: store, on: store)
        }
    }
}

private actor MachineHome<State, Action> {
    let machine: Machine<State, Action>

    init(
        initialState: sending State,
        reducer: () -> some Reducer<State, Action>,
        dependencies configure: (inout Dependencies) -> Void
    ) {
        machine = Machine(initialState: initialState, reducer: reducer, dependencies: configure)
    }

    func runEffects() { machine.runEffects(on: self) }
}

extension StoreInside {
    fileprivate static func machine(in home: MachineHome<State, Action>) -> StoreInside {
        StoreInside(
            state: { home.assumeIsolated { $0.machine.state } },
            send: { action in home.assumeIsolated { $0.machine.send(action) } },
            observe: { select, hear in home.assumeIsolated { $0.machine.observe(select, onChange: hear) } },
            close: { home.assumeIsolated { $0.machine.close() } },
            handle: { home.assumeIsolated { $0.machine.handle } },
            sendGroup: { actions in home.assumeIsolated { $0.machine.send(contentsOf: actions) } },
            number: { select in home.assumeIsolated { $0.machine.withState(select) } },
            observeUnlessDuplicate: { select, isDuplicate, hear in
                home.assumeIsolated {
                    $0.machine.observe(select, removeDuplicates: isDuplicate, onChange: hear)
                }
            },
            observeOpaque: { select, hear in
                home.assumeIsolated { $0.machine.observe(select, onChange: hear) }
            },
            observeState: { hear in home.assumeIsolated { $0.machine.observe({ $0 }, onChange: hear) } },
            onAction: { hear in home.assumeIsolated { $0.machine.onAction(hear) } },
            attach: { companion in home.assumeIsolated { $0.machine.attach([companion]) } }
        )
    }

    fileprivate static func store(_ store: Store<State, Action>) -> StoreInside {
        StoreInside(
            state: { MainActor.assumeIsolated { store.state } },
            send: { action in MainActor.assumeIsolated { store.send(action) } },
            observe: { select, hear in MainActor.assumeIsolated { store.observe(select, onChange: hear) } },
            close: { MainActor.assumeIsolated { store.close() } },
            handle: { MainActor.assumeIsolated { store.handle } },
            sendGroup: { actions in MainActor.assumeIsolated { store.send(contentsOf: actions) } },
            number: { select in MainActor.assumeIsolated { store.withState(select) } },
            observeUnlessDuplicate: { select, isDuplicate, hear in
                MainActor.assumeIsolated {
                    store.observe(select, removeDuplicates: isDuplicate, onChange: hear)
                }
            },
            observeOpaque: { select, hear in
                MainActor.assumeIsolated { store.observe(select, onChange: hear) }
            },
            observeState: { hear in MainActor.assumeIsolated { store.observe(onChange: hear) } },
            onAction: { hear in MainActor.assumeIsolated { store.onAction(hear) } },
            attach: { companion in MainActor.assumeIsolated { store.attach(companion) } }
        )
    }

    fileprivate static func storeActor(_ store: StoreActor<State, Action>) -> StoreInside {
        StoreInside(
            state: { store.assumeIsolated { $0.state } },
            send: { action in store.assumeIsolated { $0.send(action) } },
            observe: { select, hear in store.assumeIsolated { $0.observe(select, onChange: hear) } },
            close: { store.assumeIsolated { $0.close() } },
            handle: { store.assumeIsolated { $0.handle } },
            sendGroup: { actions in store.assumeIsolated { $0.send(contentsOf: actions) } },
            number: { select in store.assumeIsolated { $0.withState(select) } },
            observeUnlessDuplicate: { select, isDuplicate, hear in
                store.assumeIsolated { $0.observe(select, removeDuplicates: isDuplicate, onChange: hear) }
            },
            observeOpaque: { select, hear in store.assumeIsolated { $0.observe(select, onChange: hear) } },
            observeState: { hear in store.assumeIsolated { $0.observe(onChange: hear) } },
            onAction: { hear in store.assumeIsolated { $0.onAction(hear) } },
            attach: { companion in store.assumeIsolated { $0.attach(companion) } }
        )
    }
}
