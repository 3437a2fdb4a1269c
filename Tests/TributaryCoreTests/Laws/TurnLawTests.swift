// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 1 and 2: what a turn is, and in which order things happen in it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct TurnLawTests {
    private struct Letters: Reducer {
        enum Action { case write(String), follow([String]), count(Int) }
        var body: some Reducer<[String], Action> {
            Reduce { state, action in
                switch action {
                case .write(let letter):
                    state.append(letter)
                    return .none
                case .follow(let letters):
                    state.append("start")
                    return .merge(letters.map { .send(.write($0)) })
                case .count(let remaining):
                    if state.isEmpty { state = ["0"] }
                    state[0] = String(remaining)
                    return remaining > 0 ? .send(.count(remaining - 1)) : .none
                }
            }
        }
    }

    @Test func `law 1: follow-up actions are reduced in the order sent, before send returns`() {
        let store = Store(initialState: [String]()) { Letters() }
        store.send(.follow(["a", "b", "c"]))
        #expect(store.state == ["start", "a", "b", "c"])
    }

    @Test func `law 1: an action sent during a turn waits behind those that already wait`() {
        let store = Store(initialState: [String]()) {
            Letters()
            Reduce { state, action in
                if case .write("a") = action { return .send(.write("after")) }
                return .none
            }
        }
        store.send(.follow(["a", "b"]))
        #expect(store.state == ["start", "a", "b", "after"])
    }

    @Test func `law 1: sending inside a reducer queues`() {
        final class Box { var store: Store<[String], String>? }
        let box = Box()
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in
                state.append("\(action) begins")
                if action == "outer" { box.store?.send("inner") }
                state.append("\(action) ends")
            }
        }
        box.store = store
        store.send("outer")
        #expect(store.state == ["outer begins", "outer ends", "inner begins", "inner ends"])
    }

    @Test func `law 1: a hundred thousand follow-up actions use constant stack`() {
        let store = Store(initialState: [String]()) { Letters() }
        store.send(.count(100_000))
        #expect(store.state == ["0"])
    }

    @Test func `law 1: a group is one turn, and its follow-ups come after all of it`() {
        let store = Store(initialState: [String]()) { Letters() }
        var states: [[String]] = []
        let token = store.observe { states.append($0) }
        store.send(contentsOf: [.follow(["c"]), .write("a"), .write("b")])
        #expect(states == [[], ["start", "a", "b", "c"]])
        token.cancel()
    }

    @Test func `law 2: reducers run in the order written, and each sees what the one before it left`() {
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append("first \(action)") }
            Update { (state: inout [String], action: String) in state.append("second after \(state.count)") }
            Update { (state: inout [String], action: String) in state.append("third after \(state.count)") }
        }
        store.send("x")
        #expect(store.state == ["first x", "second after 1", "third after 2"])
    }

    @Test func `law 2: effects of combined reducers start in the order of the reducers`() {
        let store = Store(initialState: [String]()) {
            Letters()
            Reduce { _, action in if case .follow = action { .send(.write("second")) } else { .none } }
            Reduce { _, action in if case .follow = action { .send(.write("third")) } else { .none } }
        }
        store.send(.follow(["first"]))
        #expect(store.state == ["start", "first", "second", "third"])
    }

    @Test func `law 2: a child runs before the reducer it is attached to`() {
        var order: [String] = []
        struct Parent { var child: Int? = 0 }
        enum Action { case child(Int) }
        let child = CasePath<Action, Int>(
            embed: Action.child,
            extract: { if case .child(let value) = $0 { value } else { nil } }
        )
        let store = Store(initialState: Parent()) {
            Update { (state: inout Parent, _: Action) in
                order.append("parent")
                state.child = nil
            }
            .ifLet(\.child, actionPath: child) {
                Update { (_: inout Int, _: Int) in order.append("child") }
            }
        }
        store.send(.child(1))
        #expect(order == ["child", "parent"])
        #expect(store.child == nil)
    }

    @Test func `law 1: what a sequence sends while it is iterated was sent before its elements`() {
        let machine = Machine(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        }
        let numbers = [1, 2, 3].lazy.map { number in
            machine.send(10 * number)
            return number
        }
        machine.send(contentsOf: numbers)
        #expect(machine.state == [10, 20, 30, 1, 2, 3])
    }

    @Test
    func `law 1: a sequence that closes the machine while it is iterated is reported, and reduced by nobody`()
    {
        let recorder = DiagnosticRecorder()
        let machine = Machine(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let numbers = sequence(first: 1) { number in
            if number == 2 { machine.close() }
            return number < 3 ? number + 1 : nil
        }
        machine.send(contentsOf: numbers)
        #expect(machine.state.isEmpty)
        #expect(recorder.identifiers == [.sendAfterClose, .sendAfterClose, .sendAfterClose])
    }

    @Test func `an endless turn is reported, drops nothing, and can be ended by closing`() {
        let recorder = DiagnosticRecorder()
        @MainActor final class Box { var store: Store<Int, Bool>? }
        let box = Box()
        let store = Store(initialState: 0) {
            Reduce { (state: inout Int, _: Bool) in
                state += 1
                return .send(true)
            }
        } dependencies: {
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                recorder.reporter.report(diagnostic)
                MainActor.assumeIsolated { if diagnostic.identifier == .endlessTurn { box.store?.close() } }
            }
        }
        box.store = store
        store.send(true)
        #expect(recorder.identifiers == [.endlessTurn, .actionsDroppedByClose])
        #expect(store.state == 10_001)
    }
}
