// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Connection
import Synchronization
import TerminalKit
import Testing
import Tributary

@testable import ChatFeature
@testable import ChatProgram

@Suite("Secrets of the client", .timeLimit(.minutes(30)))
struct SecrecyTests {
    private static let secrets = ["tr0ub4dor", "987654"]

    @Test(
        "No password and no code is on the screen, in an action, in the state, in a printed action or in a diagnostic"
    )
    @MainActor
    func everywhere() async {
        let seen = Seen()
        let server = ScriptedServer()
        let link = ScriptedLink(answer: server.answer, opensAtOnce: true)
        let store = Store(initialState: Chat.State()) {
            Chat()
        } dependencies: {
            $0.chatLink = link.link
            $0.withRandomNumberGenerator = .seeded(1)
            $0.diagnosticReporter = DiagnosticReporter { seen.add("\($0)") }
        }
        let tokens = [
            store.attach(ActionPrinter(to: { seen.add($0) })),
            store.onAction { record in
                seen.add(String(reflecting: record.action))
                seen.dump(record.action)
            },
        ]
        let desk = ChatDesk(store: store, name: nil, fast: false, timeout: 36_000)
        let (events, keys) = AsyncStream<TerminalEvent>.makeStream()
        let running = Task {
            await KeyMode(desk: desk).run(
                events,
                window: TerminalWindow(size: { WindowSize(columns: 80, rows: 12) }) { seen.add($0) }
            )
        }
        func type(_ line: String) { keys.yield(.keys(line.map(Key.character) + [.enter])) }
        type("/singin ada tr0ub4dor 987654")
        type("/signin ada tr0ub4dor 987654")
        for await isOnline in store.values({ $0.isOnline }) where isOnline { break }
        seen.dump(store.state)
        type("/signin ada tr0ub4dor 987654")
        for await notice in store.values({ $0.notice }) where notice?.isProblem == true { break }
        keys.yield(.keys([.up, .up, .down]))
        type("/quit")
        _ = await running.value
        var lines = [
            "signin ada tr0ub4dor 987654", "signup tr0ub4dor", "signin ada tr0ub4dor 1 2 3",
            "singin tr0ub4dor",
        ]
        await LineMode(desk: desk, isEchoing: true) { seen.add($0) }.run { lines.popLast() }
        seen.dump(store.state)
        await store.send(.quit).finish()
        store.close()
        withExtendedLifetime(tokens) {}
        // The frame that carries them was sent, and it was not for nothing.
        #expect(
            link.sent().contains { if case .signIn(_, "tr0ub4dor", "987654") = $0 { true } else { false } }
        )
        #expect(seen.text.contains("signIn"))
        for secret in Self.secrets { #expect(!seen.text.contains(secret), "\(secret)") }
    }

    /// All text that other people could see.
    private final class Seen: Sendable {
        private let kept = Mutex("")

        var text: String { kept.withLock { $0 } }

        func add(_ text: String) { kept.withLock { $0 += text + "\n" } }

        func dump(_ value: some Any) {
            var text = ""
            Swift.dump(value, to: &text)
            add(text)
        }
    }
}
