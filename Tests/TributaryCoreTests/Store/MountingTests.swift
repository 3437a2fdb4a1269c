// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Reducers that are mounted on a machine while it lives.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MountingTests {}

extension MountingTests {
    private typealias Log = Machine<[String], String>

    private func writing(_ name: String) -> some Reducer<[String], String> {
        Update { (state: inout [String], action: String) in state.append("\(name) \(action)") }
    }

    private func makeLog() -> Log {
        let machine = Machine(initialState: [String]()) { writing("root") }
        machine.runEffects(on: MainActor.shared)
        return machine
    }

    @Test func `law 2: mounted reducers run after the root's, in the order mounted, until dropped`() {
        let machine = makeLog()
        let first = machine.mount { writing("first") }
        let second = machine.mount { writing("second") }
        machine.send("a")
        #expect(machine.state == ["root a", "first a", "second a"])
        first.cancel()
        machine.send("b")
        #expect(machine.state.suffix(2) == ["root b", "second b"])
        second.cancel()
        machine.send("c")
        #expect(machine.state.last == "root c")
    }

    @Test func `a reducer replaces the one that was mounted with its name, and runs after the others`() {
        let machine = makeLog()
        let first = machine.mount(named: "a") { writing("first") }
        let other = machine.mount(named: "b") { writing("other") }
        let second = machine.mount(named: "a") { writing("second") }
        machine.send("x")
        #expect(machine.state == ["root x", "other x", "second x"])
        first.cancel()
        machine.send("y")
        #expect(machine.state.suffix(3) == ["root y", "other y", "second y"])
        second.cancel()
        machine.send("z")
        #expect(machine.state.suffix(2) == ["root z", "other z"])
        withExtendedLifetime(other) {}
    }

    @Test func `law 8: the effects of a replaced reducer end, though its token is retained`() async {
        let gate = Gate()
        let machine = makeLog()
        let first = machine.mount(named: "a") {
            Reduce { (_: inout [String], action: String) in
                guard action == "wait" else { return .none }
                return .run { send in
                    try? await gate.wait()
                    await send("done")
                }
            }
        }
        let task = machine.send("wait")
        await gate.arrival()
        let second = machine.mount(named: "a") { writing("second") }
        gate.open()
        await task.finish()
        #expect(machine.state == ["root wait"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `law 2: immediate actions are in the order of the reducers that sent them`() {
        func answering(_ name: String) -> some Reducer<[String], String> {
            Reduce { (state: inout [String], action: String) in
                state.append("\(name) \(action)")
                return action == "ask" ? .send("answer of \(name)") : .none
            }
        }
        let machine = Machine(initialState: [String]()) { answering("root") }
        let tokens = [machine.mount { answering("first") }, machine.mount { answering("second") }]
        machine.send("ask")
        #expect(
            machine.state.filter { $0.hasPrefix("root") } == [
                "root ask", "root answer of root", "root answer of first", "root answer of second",
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test
    func `law 2: answers to changes and feedbacks see the changes of all mounted reducers`()
        async
    {
        struct State: Equatable {
            var root: Int?
            var mounted: Int?
            var log: [String] = []
        }
        let recorder = RunRecorder()
        func watching(_ name: String, _ value: @escaping (State) -> Int?) -> some Reducer<State, Int> {
            EmptyReducer<State, Int>()
                .onChange(of: value, update: { _, new, state in state.log.append("\(name) \(new ?? 0)") })
                .feedback(value) { query, _ in
                    await recorder.run("\(name) \(query)")
                    recorder.end("\(name) \(query)")
                }
        }
        let machine = Machine(initialState: State()) {
            watching("root", \.mounted)
            Update { state, action in state.root = action }
        }
        machine.runEffects(on: MainActor.shared)
        let first = machine.mount { watching("first", \.mounted) }
        let second = machine.mount {
            Update<State, Int> { state, action in state.mounted = 10 * action }
            watching("second", \.root)
        }
        machine.send(1)
        #expect(machine.state.log == ["root 10", "first 10", "second 1"])
        await recorder.isRunning(["root 10": 1, "first 10": 1, "second 1": 1])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `law 8: effects of a mounted reducer end with its token, and nothing they send arrives`() async
    {
        let gate = Gate()
        let left = Gate()
        let machine = makeLog()
        let token = machine.mount {
            Reduce { (_: inout [String], action: String) in
                guard action == "start" else { return .none }
                return .run { send in
                    try? await gate.wait()
                    await send("too late")
                    left.open()
                }
            }
        }
        let task = machine.send("start")
        await gate.arrival()
        token.cancel()
        gate.open()
        await task.finish()
        try? await left.wait()
        #expect(machine.state == ["root start"])
    }

    @Test func `law 8: the effects of one mounted reducer go on when another is dropped`() async {
        let gate = Gate()
        let machine = makeLog()
        func waiting(_ name: String) -> some Reducer<[String], String> {
            Reduce { (_: inout [String], action: String) in
                guard action == "start" else { return .none }
                return .run { send in
                    try await gate.wait()
                    await send("\(name) is done")
                }
                .cancellable(id: "work")
            }
        }
        let first = machine.mount { waiting("first") }
        let second = machine.mount { waiting("second") }
        let task = machine.send("start")
        await gate.arrival()
        first.cancel()
        gate.open()
        await task.finish()
        #expect(machine.state == ["root start", "root second is done"])
        second.cancel()
    }

    @Test func `an identifier belongs to the mounted reducer that uses it`() async {
        let gate = Gate()
        let machine = makeLog()
        func replacing(_ name: String, by restart: String) -> some Reducer<[String], String> {
            Reduce { (_: inout [String], action: String) in
                guard action == "start" || action == restart else { return .none }
                return .run { send in
                    try await gate.wait()
                    await send("\(name) after \(action)")
                }
                .cancellable(id: "work", cancelInFlight: true)
            }
        }
        let tokens = [
            machine.mount { replacing("first", by: "again") },
            machine.mount { replacing("second", by: "") },
        ]
        let tasks = [machine.send("start"), machine.send("again")]
        await gate.arrival()
        gate.open()
        for task in tasks { await task.finish() }
        #expect(
            machine.state.suffix(2).sorted() == ["root first after again", "root second after start"]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 8: the effects of a child below a mounted reducer end with the child's state`() async {
        struct Child: Equatable { var count = 0 }
        struct Parent: Equatable { var child: Child? = Child() }
        enum Action: CasePathable {
            case child(Bool), drop

            struct AllCasePaths: Sendable {
                var child: CasePath<Action, Bool> {
                    CasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        let recorder = DiagnosticRecorder()
        let gate = Gate()
        let machine = Machine(initialState: Parent()) {
            Update { (state: inout Parent, action: Action) in if case .drop = action { state.child = nil } }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        machine.runEffects(on: MainActor.shared)
        let token = machine.mount {
            EmptyReducer().ifLet(\.child, action: \.child) {
                Reduce { (state: inout Child, _: Bool) in
                    state.count += 1
                    return .run { send in
                        try? await gate.wait()
                        await send(true)
                    }
                }
            }
        }
        let task = machine.send(.child(true))
        await gate.arrival()
        machine.send(.drop)
        gate.open()
        await task.finish()
        #expect(machine.state == Parent(child: nil))
        #expect(recorder.identifiers.isEmpty)
        token.cancel()
    }

    @Test func `law 11: a mounted reducer may be dropped while observers are notified, and from any thread`()
        async
    {
        let machine = makeLog()
        let token = machine.mount { writing("mounted") }
        let observation = machine.observe({ $0.count }) { count in
            if count == 2 { token.cancel() }
        }
        machine.send("a")
        machine.send("b")
        #expect(machine.state == ["root a", "mounted a", "root b"])
        let other = machine.mount { writing("other") }
        await Task.detached { other.cancel() }.value
        machine.send("c")
        #expect(machine.state.last == "root c")
        observation.cancel()
    }

    @Test func `a mounted reducer reads the dependencies of its machine`() {
        struct Reading: Reducer {
            @Dependency(\.isTesting) var isTesting
            var body: some Reducer<[String], String> {
                Update { state, _ in state.append("\(isTesting)") }
            }
        }
        let machine = Machine(initialState: [String]()) {
            EmptyReducer<[String], String>()
        } dependencies: {
            $0.isTesting = true
        }
        let token = machine.mount { Reading() }
        machine.send("x")
        #expect(machine.state == ["true"])
        token.cancel()
    }

    @Test func `law 9: a mounted reducer changes the state in place`() {
        let machine = Machine(initialState: Array(repeating: 0, count: 100)) {
            Update { (state: inout [Int], _: Bool) in state[0] += 1 }
        }
        let token = machine.mount { Update { (state: inout [Int], _: Bool) in state[1] += 1 } }
        machine.send(true)
        let before = machine.withState { $0.withUnsafeBufferPointer { $0.baseAddress } }
        for _ in 0..<100 { machine.send(true) }
        let after = machine.withState { $0.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(before == after)
        #expect(machine.withState { $0[0] == 101 && $0[1] == 101 })
        token.cancel()
    }
}
