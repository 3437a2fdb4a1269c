// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 13, for temporary reducers, and for children that replace others.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RecordedMountLawTests {
    private let log = RecordedLog { _ in .none }
}

extension RecordedMountLawTests {
    private var loud: AnyReducer<[String], String> {
        AnyReducer(Update { state, action in state.append(action + "!") })
    }

    @Test func `law 13: a reducer that is mounted is an entry, and so is its end`() {
        log.send("a")
        var token: ObservationToken? = log.store.mount(named: "loud") { loud }
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
        var token: ObservationToken? = log.store.mount(named: "loud") { loud }
        let listener = log.store.onAction { _ in token = nil }
        log.store.send(contentsOf: ["a", "b"])
        // The end has its place after the turn, on whatever thread the token was dropped.
        let entries = log.entries
        #expect(log.state == replayed(entries))
        withExtendedLifetime((token, listener)) {}
    }

    @Test func `law 13: a reducer that replaces another of its name is an entry after the other's end`() {
        let first = log.store.mount(named: "loud") { loud }
        log.send("a")
        let second = log.store.mount(named: "loud") { loud }
        log.send("b")
        first.cancel()
        log.send("c")
        #expect(log.state == ["a", "a!", "b", "b!", "c", "c!"])
        #expect(
            log.entries == [
                #"1 began(name: "loud")"#, "2 a by store", "3 ended(entry: 1)", #"4 began(name: "loud")"#,
                "5 b by store", "6 c by store",
            ]
        )
        withExtendedLifetime(second) {}
    }

    /// Decodes the entries.
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

    @Test func `law 13: a replay runs mounted reducers in their places`() {
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
        replayer.mount(nil, at: 2)
        replayer.reduce("c")
        #expect(replayer.state == ["a", "b", "2", "c"])
    }

    @Test func `law 13: a state is settled when mounted reducers have answered, too`() {
        let token = log.store.mount(named: "counting") {
            Update<[String], String> { _, _ in }
                .onChange(of: \.count, update: { _, new, state in if new == 2 { state.append("two") } })
        }
        log.send("a")
        log.send("b")
        log.send("c")
        #expect(log.settled == [true, false, true])
        withExtendedLifetime(token) {}
    }
}
