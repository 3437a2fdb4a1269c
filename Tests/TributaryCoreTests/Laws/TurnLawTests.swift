// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 1 and 2: the definition of a turn, and its order.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct TurnLawTests {}

extension TurnLawTests {
    @Test(arguments: StoreKind.allCases)
    func `law 1: follow-up actions are reduced in the order sent, before send returns`(kind: StoreKind) async
    {
        let store = await kind.diary()
        await store.send(.follow(["a", "b", "c"]))
        #expect(await store.state.entries == ["start", "a", "b", "c"])
    }

    @Test(arguments: StoreKind.allCases)
    func `law 1: an action sent during a turn waits behind those that already wait`(kind: StoreKind) async {
        let store = await kind.log { state, action in
            state.append(action)
            return switch action {
            case "start": .merge(.send("a"), .send("b"))
            case "a": .send("after")
            default: .none
            }
        }
        await store.send("start")
        #expect(await store.state == ["start", "a", "b", "after"])
    }

    @Test(arguments: StoreKind.allCases) func `law 1: sending inside a reducer queues`(kind: StoreKind) async
    {
        let intruder = Diary.Inside()
        let store = await kind.diary(Diary(inside: intruder))
        intruder.call { [unowned store] in _ = store.inside.send(.write("inner")) }
        await store.send(contentsOf: [.intrude, .write("waiting")])
        #expect(await store.state.entries == ["begins", "ends", "waiting", "inner"])
    }

    @Test(arguments: StoreKind.allCases)
    func `law 1: a hundred thousand follow-up actions use constant stack`(kind: StoreKind) async {
        let store = await kind.diary()
        await store.send(.left(1))
        await store.send(.countDown(100_000))
        #expect(await store.state.left == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `law 1: a group is one turn, and resulting actions follow all of it`(kind: StoreKind) async {
        let store = await kind.diary()
        let states = Heard<[String]>()
        let token = await store.observeState { states.append($0.entries) }
        await store.send(contentsOf: [.follow(["c", "d"]), .write("a"), .write("b")])
        #expect(states.all == [[], ["start", "a", "b", "c", "d"]])
        #expect(await store.state.entries == ["start", "a", "b", "c", "d"])
        token.cancel()
    }

    @MainActor @Test
    func `law 1: a group sent inside a reducer, or while the state is shown, is not left waiting`() {
        weak var inside: Store<[String], String>?
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in
                state.append(action)
                if action == "outer" { inside?.send(contentsOf: ["inner", "last"]) }
            }
        }
        inside = store
        store.send("outer")
        #expect(store.state == ["outer", "inner", "last"])
        store.withState { state in
            store.send(contentsOf: ["shown"])
            #expect(state.count == 3)
        }
        #expect(store.state == ["outer", "inner", "last", "shown"])
    }

    @MainActor @Test func `law 1: actions that a sequence sends during its iteration precede its elements`() {
        let store = Store(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        }
        let numbers = [1, 2, 3].lazy.map { number in
            store.send(10 * number)
            return number
        }
        store.send(contentsOf: numbers)
        #expect(store.state == [10, 20, 30, 1, 2, 3])
    }

    @MainActor @Test
    func `law 1: a sequence that closes the store while it is iterated is reported, and not reduced`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let numbers = sequence(first: 1) { number in
            if number == 2 { store.close() }
            return number < 3 ? number + 1 : nil
        }
        store.send(contentsOf: numbers)
        #expect(store.state.isEmpty)
        #expect(recorder.identifiers == [.sendAfterClose, .sendAfterClose, .sendAfterClose])
    }

    @Test(arguments: StoreKind.allCases)
    func `law 2: reducers, then the listeners in order, then the next action`(kind: StoreKind) async {
        let store = await kind.diary()
        let heard = Heard<String>()
        let tokens = [
            await store.onAction { [unowned store] record in
                heard.append("first hears \(record.action) with \(record.state.entries.count)")
                if record.action == .write("a") { _ = store.inside.send(.write("last")) }
            },
            await store.onAction { heard.append("second hears \($0.action)") },
        ]
        await store.send(contentsOf: [.write("a"), .write("b")])
        #expect(
            heard.all == [
                #"first hears write("a") with 1"#, #"second hears write("a")"#,
                #"first hears write("b") with 2"#, #"second hears write("b")"#,
                #"first hears write("last") with 3"#, #"second hears write("last")"#,
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 2: listeners run before observers, and for each action`(kind: StoreKind) async {
        let store = await kind.diary()
        let heard = Heard<String>()
        let tokens = [
            await store.observe(\.left) { heard.append("left \($0)") },
            await store.onAction { heard.append("\($0.action)") },
        ]
        await store.send(.both)
        #expect(heard.all == ["left 0", "both", "left(1)", "right(1)", "left 1"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 2: reducers run in the order written, and each sees the changes of the previous ones`() {
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append("first \(action)") }
            Update { (state: inout [String], action: String) in state.append("second after \(state.count)") }
            Update { (state: inout [String], action: String) in state.append("third after \(state.count)") }
        }
        store.send("x")
        #expect(store.state == ["first x", "second after 1", "third after 2"])
    }

    @Test func `law 2: effects of combined reducers start in the order of the reducers`() {
        func following(_ follower: String) -> some Reducer<[String], String> {
            Reduce { _, action in action == "start" ? .send(follower) : .none }
        }
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
            following("first")
            following("second")
            following("third")
        }
        store.send("start")
        #expect(store.state == ["start", "first", "second", "third"])
    }

    @Test func `law 2: a child runs before the reducer it is attached to`() {
        var order: [String] = []
        struct Parent { var child: Int? = 0 }
        enum Action: CasePathable {
            case child(Int)

            struct AllCasePaths: Sendable {
                var child: CasePath<Action, Int> {
                    CasePath(embed: Action.child) {
                        switch $0 {
                        case .child(let value): value
                        }
                    }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        let store = Store(initialState: Parent()) {
            Update { (state: inout Parent, _: Action) in
                order.append("parent")
                state.child = nil
            }
            .ifLet(\.child, action: \.child) {
                Update { (_: inout Int, _: Int) in order.append("child") }
            }
        }
        store.send(.child(1))
        #expect(order == ["child", "parent"])
        #expect(store.child == nil)
    }
}
