// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// A `send` that is kept longer than its effect runs.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct SendTests {
    private let kept = Kept()
}

extension SendTests {
    private final class Kept: Sendable {
        private let send = Mutex<Send<String>?>(nil)
        func keep(_ send: Send<String>) { self.send.withLock { $0 = send } }
        func use(_ action: String) async { await send.withLock { $0 }?(action) }
        var isCancelled: Bool? { send.withLock { $0 }?.isCancelled }
    }

    @Test func `a send after the end is dropped, and is a diagnostic with the action and the place`() async {
        let line: UInt = #line + 1
        let log = EffectLog { [kept] _ in .run { send in kept.keep(send) } }
        await log.send("start").finish()
        await kept.use("late")
        #expect(log.state == ["start"])
        #expect(kept.isCancelled == false)
        let diagnostic = log.recorder.diagnostics.first
        #expect(log.recorder.identifiers == [.sendAfterEffectEnd])
        #expect(diagnostic?.action == "\"late\"")
        #expect(diagnostic?.site?.line == line)
        #expect(diagnostic?.site?.fileID == "TributaryCoreTests/SendTests.swift")
    }

    @Test func `a send after cancellation is dropped in silence`() async {
        let gate = Gate()
        let log = EffectLog { [kept] action in
            if action == "stop" { return .cancel(id: 1) }
            return .run { send in
                kept.keep(send)
                try await gate.wait()
            }
            .cancellable(id: 1)
        }
        let task = log.send("start")
        await gate.arrival()
        log.send("stop")
        await task.finish()
        await kept.use("late")
        #expect(log.state == ["start", "stop"])
        #expect(kept.isCancelled == true)
        #expect(log.recorder.identifiers.isEmpty)
    }

    @Test func `a send outlives its store in silence`() async {
        let gate = Gate()
        var log: EffectLog? = EffectLog { [kept] _ in
            .run { send in
                kept.keep(send)
                try await gate.wait()
            }
        }
        let recorder = log?.recorder
        let task = log?.send("start")
        await gate.arrival()
        log = nil
        await task?.finish()
        await kept.use("late")
        #expect(recorder?.identifiers.isEmpty == true)
    }
}
