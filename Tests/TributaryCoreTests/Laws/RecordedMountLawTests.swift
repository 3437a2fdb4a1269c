// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 13, for reducers that come and go, and for children that take the place of others.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RecordedMountLawTests {
    private let log = RecordedLog { _ in .none }

    private var loud: AnyReducer<[String], String> {
        AnyReducer(Update { state, action in state.append(action + "!") })
    }

    @Test func `law 13: a reducer that is mounted is an entry, and so is its end`() {
        log.send("a")
        var token: ObservationToken? = log.store.mount({ loud }, named: "loud")
        log.send("b")
        token = nil
        log.send("c")
        #expect(log.state == ["a", "b", "b!", "c"])
        #expect(
            log.entries == [
                "1 a by store", #"2 began(name: "loud")"#, "3 b by store", "4 ended(entry: 2)",
                "5 c by store",
            ]
        )
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: a reducer without a name is not mounted on a store that is recorded`() {
        let token = log.store.mount { loud }
        log.send("a")
        #expect(log.state == ["a"])
        #expect(log.entries == ["1 a by store"])
        #expect(log.recorder.identifiers == [.mountedWithoutName])
        #expect(log.recorder.diagnostics.first?.site?.fileID.hasSuffix("RecordedMountLawTests.swift") == true)
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: a reducer that was dropped runs until that is an entry`() async {
        var token: ObservationToken? = log.store.mount({ loud }, named: "loud")
        let listener = log.store.onAction { _ in token = nil }
        log.store.send(contentsOf: ["a", "b"])
        // The end has its place after the turn, on whatever thread the token was dropped.
        let entries = log.entries
        #expect(log.state == replayed(entries))
        withExtendedLifetime((token, listener)) {}
    }

    /// What the entries say.
    private func replayed(_ entries: [String]) -> [String] {
        var (state, isLoud) = ([String](), false)
        for entry in entries {
            let words = entry.split(separator: " ").map(String.init)
            if words[1].hasPrefix("began") {
                isLoud = true
            } else if words[1].hasPrefix("ended") {
                isLoud = false
            } else {
                state.append(words[1])
                if isLoud { state.append(words[1] + "!") }
            }
        }
        return state
    }

    @Test func `law 13: a replay runs what was mounted, where it was`() {
        let replayer = Replayer<[String], String>(initialState: []) {
            Update { state, action in state.append(action) }
        }
        replayer.reduce("a")
        replayer.mount(
            AnyReducer(
                Update<[String], String> { _, _ in }
                    .onChange(of: \.count, update: { _, new, state in state.append("\(new)") })
            ),
            at: 2
        )
        replayer.reduce("b")
        replayer.unmount(2)
        replayer.reduce("c")
        #expect(replayer.state == ["a", "b", "2", "c"])
    }

    @Test func `law 13: a state is settled when what is mounted has answered, too`() {
        let token = log.store.mount(
            {
                Update<[String], String> { _, _ in }
                    .onChange(
                        of: \.count,
                        update: { _, new, state in if new == 2 { state.append("two") } }
                    )
            },
            named: "counting"
        )
        log.send("a")
        log.send("b")
        log.send("c")
        #expect(log.settled == [true, false, true])
        withExtendedLifetime(token) {}
    }
}

/// A child that is replaced while an action of it waits.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RecordedChildLawTests {
    private struct Child: Identifiable, Equatable {
        var id: Int
        var heard: [String] = []
    }

    private struct House: Reducer {
        typealias State = Child?
        typealias Action = String

        var body: some Reducer<Child?, String> {
            Update<Child?, String> { state, action in
                // The child that asked is another one when its action arrives.
                if action == "go" { state = Child(id: (state?.id ?? 0) + 1) }
                if action == "leave" { state = nil }
            }
            .ifLet(\.self, actionPath: CasePath<String, String>(embed: { $0 }, extract: { $0 })) {
                Reduce<Child, String> { state, action in
                    state.heard.append(action)
                    return ["go", "leave"].contains(action) ? .send("after \(action)") : .none
                }
            }
        }
    }

    @Test func `law 13: a replay passes over the children that the store passed over`() {
        let driver = EffectDriver.immortal()
        var entries: [(action: String, passed: [Int]?)] = []
        let recorder = DiagnosticRecorder()
        let store = driver.host {
            Store(
                initialState: Child(id: 0),
                recorder: Recorder<Child?, String>(
                    record: { action, _, _ in
                        entries.append((action, nil))
                        return RecordedEntry(number: entries.count, milliseconds: 0, seed: 0)
                    },
                    pass: { entries[entries.count - 1].passed = $0 },
                    mount: { _ in 0 },
                    commit: { $0.end(nil) }
                )
            ) {
                House()
            }
        }
        for action in ["one", "go", "two", "leave"] { store.send(action) }
        #expect(entries.map(\.action) == ["one", "go", "after go", "two", "leave", "after leave"])
        #expect(entries.map(\.passed) == [nil, nil, [1], nil, nil, [1]])
        let replayer = Replayer<Child?, String>(initialState: Child(id: 0)) {
            House()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        for (index, entry) in entries.enumerated() {
            replayer.reduce(
                entry.action,
                as: RecordedEntry(number: index + 1, milliseconds: 0, seed: 0),
                passing: entry.passed
            )
            if entry.action == "two" { #expect(replayer.state == Child(id: 1, heard: ["two"])) }
        }
        #expect(replayer.state == store.state)
        // The child was there when the last one was sent.
        #expect(recorder.identifiers.isEmpty)
    }
}
