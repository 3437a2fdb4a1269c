// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// The three kinds of stores, which obey the same laws.
package enum StoreKind: CaseIterable, Sendable {
    case machine, store, storeActor
}

/// A store of any kind whose state is the list of its actions, for tests of laws that hold for all kinds.
@MainActor
package struct StoreUnderTest {
    package typealias ReduceLog = @Sendable (inout [String], String) -> Effect<String>

    package let send: @MainActor (String) async -> StoreTask
    package let sendGroup: @MainActor ([String]) async -> StoreTask
    package let state: @MainActor () async -> [String]
    package let handle: @MainActor () async -> LogHandle
    package let append: @MainActor (LoggingMiddleware) async -> ObservationToken
    package let attach: @MainActor ([LoggingService]) async -> ObservationToken
    package let onAction: @MainActor (@escaping @Sendable (String) -> Void) async -> ObservationToken
    package let observe: @MainActor (@escaping @Sendable (Int) -> Void) async -> ObservationToken
    package let close: @MainActor () async -> Void

    package init(
        _ kind: StoreKind,
        reporter: DiagnosticReporter = .console,
        reduce: @escaping ReduceLog = { state, action in
            state.append(action)
            return .none
        }
    ) {
        switch kind {
        case .machine: self.init(machine: reduce, reporter)
        case .store: self.init(store: reduce, reporter)
        case .storeActor: self.init(storeActor: reduce, reporter)
        }
    }

    private init(machine reduce: @escaping ReduceLog, _ reporter: DiagnosticReporter) {
        let machine = Machine(initialState: [String]()) {
            Reduce(reduce)
        } dependencies: {
            $0.diagnosticReporter = reporter
        }
        machine.runEffects(on: MainActor.shared)
        send = { machine.send($0) }
        sendGroup = { machine.send(contentsOf: $0) }
        state = { machine.state }
        handle = { machine.handle }
        append = { machine.append($0) }
        attach = { $0.count == 1 ? machine.attach($0[0]) : machine.attach($0) }
        onAction = { body in machine.onAction { body($0.action) } }
        observe = { body in machine.observe({ $0.count }, onChange: body) }
        close = { machine.close() }
    }

    private init(store reduce: @escaping ReduceLog, _ reporter: DiagnosticReporter) {
        let store = Store(initialState: [String]()) {
            Reduce(reduce)
        } dependencies: {
            $0.diagnosticReporter = reporter
        }
        send = { store.send($0) }
        sendGroup = { store.send(contentsOf: $0) }
        state = { store.state }
        handle = { store.handle }
        append = { store.append($0) }
        attach = { $0.count == 1 ? store.attach($0[0]) : store.attach($0) }
        onAction = { body in store.onAction { body($0.action) } }
        observe = { body in store.observe({ $0.count }, onChange: body) }
        close = { store.close() }
    }

    private init(storeActor reduce: @escaping ReduceLog, _ reporter: DiagnosticReporter) {
        let store = StoreActor(initialState: [String]()) {
            Reduce(reduce)
        } dependencies: {
            $0.diagnosticReporter = reporter
        }
        send = { await store.send($0) }
        sendGroup = { await store.send(contentsOf: $0) }
        state = { await store.state }
        handle = { await store.handle }
        append = { await store.append($0) }
        attach = { services in
            services.count == 1 ? await store.attach(services[0]) : await store.attach(services)
        }
        onAction = { body in await store.onAction { body($0.action) } }
        observe = { body in await store.observe(\.count, onChange: body) }
        close = { await store.close() }
    }
}
