// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite("A context that goes with actions", .timeLimit(.minutes(30)))
@MainActor
struct CarriedContextTests {
    private let driver = EffectDriver.immortal()
    private let log = EventLog()
    private let commits = Commits()
}

extension CarriedContextTests {
    /// The commits that a test has not ended yet.
    private final class Commits {
        var waiting: [RecordedCommit] = []

        func endAll() {
            let ended = waiting
            waiting = []
            for commit in ended { commit.end(nil) }
        }
    }

    /// Records the context of each action when it is recorded, and that of each effect.
    private func makeStore(
        carrier: (any ContextCarrier)? = Carrier(),
        answer: @escaping (String) -> Effect<String>
    ) -> Store<Int, String> {
        var last = 0
        let recorder = ClosureRecorder<Int, String>(
            carrier: carrier,
            record: { [log] action, _, _ in
                last += 1
                log("\(action) in \(Said.current ?? "none")")
                return RecordedEntry(number: last, milliseconds: 0, seed: 0)
            },
            pass: { _ in },
            mount: { _ in 0 },
            commit: { [commits] in commits.waiting.append($0) }
        )
        return driver.host {
            Store(initialState: 0, recorder: recorder) {
                Reduce<Int, String> { state, action in
                    state += 1
                    return answer(action)
                }
            }
        }
    }

    nonisolated private func noting(_ name: String, then action: String? = nil) -> Effect<String> {
        .run { [log] send in
            log("\(name) runs in \(Said.current ?? "none")")
            if let action { await send(action) }
        }
    }

    /// Completes the commits, and runs the following work, as in another caller's turn.
    private func goOn(_ store: Store<Int, String>, in context: String? = "another") {
        Said.$current.withValue(context) {
            commits.endAll()
            store.way.machine?.openInbox()
        }
        driver.run()
    }

    @Test func `is that of effects that waited for their commit, and of their actions`() {
        let store = makeStore { action in
            switch action {
            case "go": self.noting("going", then: "gone")
            case "gone": self.noting("resting")
            default: .none
            }
        }
        Said.$current.withValue("a") { _ = store.send("go") }
        Said.$current.withValue("b") { _ = store.send("go") }
        store.send("go")
        #expect(log.events == ["go in a", "go in b", "go in none"])
        log.removeAll()
        goOn(store)
        #expect(
            log.events == [
                "going runs in a", "going runs in b", "going runs in none",
                "gone in a", "gone in b", "gone in none",
            ]
        )
        log.removeAll()
        goOn(store)
        #expect(log.events == ["resting runs in a", "resting runs in b", "resting runs in none"])
    }

    @Test func `is that of the sender through a handle, also in another sender's turn`() {
        let store = makeStore { action in
            switch action {
            case "through": .merge(.send("follow"), self.noting("through"))
            case "follow": self.noting("follow")
            default: .none
            }
        }
        let handle = store.handle
        Said.$current.withValue("a") { _ = handle.send("through") }
        Said.$current.withValue("b") { _ = handle.send(contentsOf: ["through"]) }
        handle.send("through")
        // It empties the inbox, and its turn reduces the earlier actions first.
        Said.$current.withValue("c") { _ = store.send("own") }
        #expect(
            log.events == [
                "through in a", "through in b", "through in none", "follow in a", "follow in b",
                "follow in none", "own in c",
            ]
        )
        log.removeAll()
        goOn(store)
        #expect(
            log.events == [
                "through runs in a", "through runs in b", "through runs in none", "follow runs in a",
                "follow runs in b", "follow runs in none",
            ]
        )
    }

    @Test func `is that of each of several actions, and of those sent while one is reduced`() {
        let store = makeStore { $0 == "go" ? self.noting("going") : .none }
        let token = store.attach(
            ActionMiddleware<Int, String>(didReduce: { [weak store] action, _, _, _ in
                guard action == "go" else { return }
                Said.$current.withValue("inside") { _ = store?.send("more") }
            })
        )
        Said.$current.withValue("a") { _ = store.send(contentsOf: ["go", "go"]) }
        #expect(log.events == ["go in a", "go in a", "more in inside", "more in inside"])
        log.removeAll()
        goOn(store)
        #expect(log.events == ["going runs in a", "going runs in a"])
        withExtendedLifetime(token) {}
    }

    @Test func `is none for work without an action`() {
        let store = makeStore { _ in .none }
        Said.$current.withValue("a") { _ = store.send("go") }
        let token = store.attach(
            Feedback(
                { $0 > 0 ? $0 : nil },
                operation: { [log] _, _ in log("asked for in \(Said.current ?? "none")") }
            )
        )
        log.removeAll()
        goOn(store)
        #expect(log.events == ["asked for in none"])
        withExtendedLifetime(token) {}
    }

    @Test func `is unused without a carrier`() {
        let store = makeStore(carrier: nil) { $0 == "go" ? self.noting("going") : .none }
        Said.$current.withValue("a") { _ = store.send("go") }
        goOn(store)
        #expect(log.events == ["go in a", "going runs in another"])
    }

    @Test func `is written as texts, unless it is too large`() {
        let carrier = Carrier()
        #expect(carrier.fields == nil)
        Said.$current.withValue("") { #expect(carrier.fields == nil) }
        let largest = String(repeating: "x", count: 8_192 - "said".count)
        Said.$current.withValue(largest) { #expect(carrier.fields == ["said": largest]) }
        Said.$current.withValue(largest + "x") { #expect(carrier.fields == nil) }
    }

    @Test func `is restored from texts`() {
        let store = makeStore { _ in .none }
        let machine = store.wholeMachine
        Said.$current.withValue("own") {
            #expect(machine?.resuming(["said": "a"]) { Said.current } == "a")
            #expect(machine?.resuming(["other": "a"]) { Said.current } == .some(nil))
            #expect(machine?.resuming(nil) { Said.current } == .some(nil))
        }
    }
}

/// Context values of the tests' tasks.
private enum Said {
    @TaskLocal static var current: String?
}

private final class Carrier: ContextCarrier {
    var current: (any Sendable)? { Said.current }

    func resume<Result>(_ context: (any Sendable)?, _ body: () -> Result) -> Result {
        Said.$current.withValue(context as? String) { body() }
    }

    func write(_ context: any Sendable) -> [String: String] {
        guard let text = context as? String, !text.isEmpty else { return [:] }
        return ["said": text]
    }

    func read(_ fields: [String: String]) -> (any Sendable)? { fields["said"] }
}
