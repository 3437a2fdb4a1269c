// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite("An inspection of a machine", .timeLimit(.minutes(30)))
@MainActor
struct InspectionTests {
    private let driver = EffectDriver.immortal()
}

extension InspectionTests {
    private func makeStore(
        recorder: ClosureRecorder<[String], String>? = nil,
        answer: @escaping (String) -> Effect<String> = { _ in .none }
    ) -> Store<[String], String> {
        driver.host {
            let reducer = Reduce<[String], String> { state, action in
                state.append(action)
                return answer(action)
            }
            guard let recorder else { return Store(initialState: []) { reducer } }
            return Store(initialState: [], recorder: recorder) { reducer }
        }
    }

    /// A recorder that gets the number of each entry from a closure.
    private func recorder(
        commit: @escaping (RecordedCommit) -> Void = { $0.end(nil) },
        number: @escaping () -> Int
    ) -> ClosureRecorder<[String], String> {
        ClosureRecorder(
            record: { _, _, _ in RecordedEntry(number: number(), milliseconds: 0, seed: 0) },
            commit: commit
        )
    }

    @Test func `sees each action after its reducers, with its cause, and which ones are shown together`() {
        let store = makeStore { action in
            switch action {
            case "go": .merge(.send("follow"), .run { await $0("done") })
            default: .none
            }
        }
        store.send("before")
        let book = Book(store)
        store.send("go")
        driver.run()
        store.send(contentsOf: ["a", "b"])
        #expect(
            book.lines == [
                "began 1 by 1", "1 go by store: 2", "2 follow by reducer of 1: 3", "turn",
                "3 done by effect of 1: 4", "turn",
                "4 a by store: 5", "5 b by store: 6", "turn", "ended 1",
            ]
        )
    }

    @Test func `sees the effects that an action cancelled, and the work of its task`() {
        let gate = Gate()
        let store = makeStore { action in
            switch action {
            case "go": .run(name: "wait") { _ in try await gate.wait() }.cancellable(id: 1)
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        let book = Book(store)
        let task = store.send("go")
        driver.run()
        store.send("stop")
        store.send("go").cancel()
        driver.run()
        _ = store.wholeMachine?.runningEffects
        withExtendedLifetime(task) {}
        #expect(
            book.lines == [
                "began 1 wait by 1", "1 go by store: 1", "turn",
                "cancelled 1 by 2", "2 stop by store: 2", "turn",
                "began 2 wait by 3", "3 go by store: 3", "turn", "cancelled 2",
            ]
        )
    }

    @Test func `works with a recorder, and has the same numbers`() {
        var commits: [RecordedCommit] = []
        var last = 40
        let store = makeStore(
            recorder: recorder(commit: { commits.append($0) }) {
                last += 1
                return last
            }
        ) { $0 == "go" ? .run { await $0("done") } : .none }
        store.send("before")
        let book = Book(store)
        store.send("go")
        driver.run()
        // Law 13 holds as before: the effect was recorded as begun, and does not run.
        #expect(book.lines == ["began 1 by 42", "42 go by store: 2", "turn"])
        for commit in commits { commit.end(nil) }
        store.way.machine?.openInbox()
        driver.run()
        #expect(book.lines.suffix(2) == ["43 done by effect of 42: 3", "turn"])
        book.end()
        store.send("after")
        #expect(last == 44)
        #expect(commits.count == 4)
        #expect(!book.lines.contains("44 after by store: 4"))
    }

    @Test func `sees the reduced actions, not those that a middleware dropped`() {
        let store = makeStore()
        let token = store.attach(
            ActionMiddleware<[String], String>(willReduce: { action, _, _, _ in
                action == "secret" ? nil : action.uppercased()
            })
        )
        let book = Book(store)
        store.send("a")
        store.send("secret")
        #expect(book.lines == ["1 A by store: 1", "turn"])
        withExtendedLifetime(token) {}
    }

    @Test func `is found by its owner, and leaves nothing behind`() {
        let store = makeStore()
        let book = Book(store)
        #expect(store.wholeMachine?.inspections.first === book)
        book.end()
        store.send("a")
        #expect(book.lines.isEmpty)
        #expect(store.wholeMachine?.inspections.isEmpty == true)
    }

    @Test func `its end does not end the recording`() {
        var count = 0
        let store = makeStore(
            recorder: recorder {
                count += 1
                return count
            }
        )
        Book(store).end()
        store.send("a")
        #expect(count == 1)
    }

    @Test func `works with others, which continue when it ends`() {
        let store = makeStore { $0 == "go" ? .run { _ in } : .none }
        let other = Book(store)
        let book = Book(store)
        store.send("go")
        #expect(other.lines == ["began 1 by 1", "1 go by store: 1", "turn"])
        #expect(book.lines == other.lines)
        book.end()
        store.send("go")
        store.close()
        #expect(other.lines.dropFirst(3).prefix(3) == ["began 2 by 2", "2 go by store: 2", "turn"])
        #expect(other.lines.last == "closed")
        #expect(book.lines.count == 3)
    }

    @Test func `is notified of the end, and retains nothing`() {
        var store: Store<[String], String>? = makeStore()
        let book = store.map { Book($0) }
        store?.close()
        #expect(book?.lines == ["closed"])
        weak let inspector = store?.wholeMachine?.inspections.first
        store = nil
        #expect(inspector === book)
    }

    @Test func `keeps the shown state, and reduces later actions on it`() {
        let store = makeStore()
        store.send("a")
        store.travel(to: ["x"])
        store.send("b")
        #expect(store.wholeMachine?.stay() == true)
        #expect(store.state == ["x", "b"])
        #expect(!store.isTravelling)
        #expect(store.wholeMachine?.stay() == false)
    }

    @Test func `does not keep a recorded state shown`() {
        let store = makeStore(recorder: recorder { 1 })
        store.travel(to: ["x"])
        #expect(store.wholeMachine?.stay() == false)
        store.comeBack()
        #expect(store.state == [])
    }
}

/// Records the events of an inspection.
@MainActor
private final class Book: @MainActor Inspection {
    var lines: [String] = []
    private weak var store: Store<[String], String>?

    init(_ store: Store<[String], String>) {
        self.store = store
        store.wholeMachine?.inspections.append(self)
    }

    func end() { store?.wholeMachine?.inspections.removeAll { $0 === self } }

    func didReduce(_ action: ActionRecord<[String], String>, number: Int, cause: Int?) {
        lines.append(
            "\(number) \(action.action) by \(action.origin)" + (cause.map { " of \($0)" } ?? "")
                + ": \(action.state.count)"
        )
    }

    func didCommit() { lines.append("turn") }

    func didChange(_ effect: EffectEvent, by action: Int?) {
        lines.append(Self.text(effect) + (action.map { " by \($0)" } ?? ""))
    }

    func didClose() { lines.append("closed") }

    private static func text(_ event: EffectEvent) -> String {
        switch event {
        case .began(let effect): "began \(effect.number)\(effect.name.map { " \($0)" } ?? "")"
        case .ended(let number): "ended \(number)"
        case .cancelled(let number): "cancelled \(number)"
        }
    }
}
