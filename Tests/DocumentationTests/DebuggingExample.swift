// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: feature
struct Kettle: Reducer {
    struct State: Equatable, Sendable {
        var degrees = 20
        var isOn = false
        var lid: Lid.State?
    }

    @CasePathable
    enum Action: Sendable {
        case switchOn
        case heated(by: Int)
        case lid(Lid.Action)
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .switchOn:
                state.isOn = true
                return .run(name: "heat") { send in await send(.heated(by: 80)) }
            case .heated(by: let degrees):
                state.degrees += degrees
                state.isOn = state.degrees < 100
                return .none
            case .lid:
                return .none
            }
        }
        .ifLet(\.lid, action: \.lid) { Lid() }
    }
}
// page: end

struct Lid: Reducer {
    struct State: Equatable, Sendable { var isOpen = false }

    enum Action: Sendable { case open }

    var body: some Reducer<State, Action> {
        Update { state, _ in state.isOpen = true }
    }
}

// page: toaster
enum LogKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (String) -> Void { { print($0) } }
}

extension Dependencies {
    var log: @Sendable (String) -> Void {
        get { self[LogKey.self] }
        set { self[LogKey.self] = newValue }
    }
}

struct Toaster: Reducer {
    struct State: Equatable, Sendable { var toasts = 0 }

    @CasePathable
    enum Action: Sendable { case insert(Int) }

    @Dependency(\.log) var log

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .insert(let count):
            if count > 2 { log("\(count) toasts do not fit.") }
            state.toasts = min(count, 2)
            return .none
        }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct Debugging {
    let printed = Printed()

    func printer() async -> [String] {
        let store = Store(initialState: Kettle.State()) { Kettle() }
        let printed = printed
        func print(_ text: String) { printed.append(text) }
        // page: printer
        let token = store.attach(ActionPrinter())
        // page: end
        token.cancel()
        let recorded = store.attach(ActionPrinter(to: { printed.append($0) }))
        await store.send(.switchOn).finish()
        withExtendedLifetime(recorded) {}
        return printed.lines
    }

    func some() async -> [String] {
        let store = Store(initialState: Kettle.State()) { Kettle() }
        let printed = printed
        @Sendable func write(_ text: String) { printed.append(text) }
        // page: some
        let token = store.attach(
            ActionPrinter(named: "kettle", to: { text in write(text) }, where: { $0.is(\.heated) })
        )
        // page: end
        await store.send(.switchOn).finish()
        withExtendedLifetime(token) {}
        return printed.lines
    }

    func reporter() -> [String] {
        let printed = printed
        @Sendable func log(_ text: String) { printed.append(text) }
        // page: reporter
        let store = Store(initialState: Kettle.State()) {
            Kettle()
        } dependencies: {
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                log("\(diagnostic.identifier): \(diagnostic.message)")
            }
        }
        store.send(.lid(.open))  // logs TRIBUTARY-001, and that there is no lid
        // page: end
        return printed.lines
    }

    func tested() {
        // page: issues
        let store = Store(initialState: Kettle.State()) {
            Kettle()
        } dependencies: {
            $0.diagnosticReporter = .issues
        }
        // page: end
        store.send(.lid(.open))
    }

    func logged() -> [String] {
        let printed = printed
        @Sendable func write(_ text: String) { printed.append(text) }
        // page: logged
        let store = Store(initialState: Toaster.State()) {
            Toaster()
        } dependencies: {
            $0.log = { text in write("warning: \(text)") }
        }
        store.send(.insert(3))  // writes "warning: 3 toasts do not fit."
        // page: end
        return printed.lines
    }

    func replayed() async {
        // page: log
        let store = Store(initialState: Kettle.State()) { Kettle() }
        var log: [ActionRecord<Kettle.State, Kettle.Action>] = []
        let token = store.onAction { log.append($0) }
        await store.send(.switchOn).finish()

        replay(log, initialState: Kettle.State()) { Kettle() }
        // page: end
        withExtendedLifetime(token) {}
        #expect(log.map(\.state.degrees) == [20, 100])
        #expect(log.map(\.origin) == [.store, .effect])
    }
}
