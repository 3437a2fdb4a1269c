// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 11 and 12, for every shell around a machine.
@Suite(.timeLimit(.minutes(30)))
struct ShellLifetimeLawTests {
    private final class Witness: Sendable {}

    @Test(arguments: ShellKind.allCases)
    func `law 11: what observers and listeners hold is released with their tokens`(kind: ShellKind) async {
        let shell = await kind.make()
        weak var witness: Witness?
        var tokens: [ObservationToken] = []
        do {
            let held = Witness()
            witness = held
            tokens.append(await shell.observe(\.left) { _ in withExtendedLifetime(held) {} })
            tokens.append(await shell.observeUncompared({ _ in held }) { _ in })
            tokens.append(await shell.onAction { _ in withExtendedLifetime(held) {} })
        }
        await shell.send(.left(1))
        #expect(witness != nil)
        tokens.removeAll()
        #expect(witness == nil)
        await shell.send(.left(2))
        #expect(await shell.state.left == 2)
    }

    @Test(arguments: ShellKind.allCases)
    func `law 11: whoever is cancelled while being notified hears nothing more`(kind: ShellKind) async {
        let shell = await kind.make()
        let heard = Heard<String>()
        let tokens = Heard<ObservationToken>()
        tokens.append(await shell.observe(\.left) { heard.append("first \($0)") })
        tokens.append(
            await shell.observe(\.left) { value in
                heard.append("second \(value)")
                if value == 1 { for token in tokens.all { token.cancel() } }
            }
        )
        tokens.append(await shell.observe(\.left) { heard.append("third \($0)") })
        heard.removeAll()
        await shell.send(.left(1))
        await shell.send(.left(2))
        #expect(heard.all == ["first 1", "second 1"])
        tokens.removeAll()
    }

    @Test(arguments: ShellKind.allCases)
    func `law 11: whoever begins to observe while others are notified hears each value once`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        let heard = Heard<String>()
        let tokens = Heard<ObservationToken>()
        tokens.append(
            await shell.observe(\.left) { [unowned shell] value in
                guard value == 1 else { return }
                tokens.append(shell.observeInside(\.left) { heard.append("late \($0)") })
            }
        )
        await shell.send(.left(1))
        await shell.send(.left(2))
        #expect(heard.all == ["late 1", "late 2"])
        tokens.removeAll()
    }

    @Test(arguments: ShellKind.allCases)
    func `law 11: a shell is released while its effects run, which end with it`(kind: ShellKind) async {
        let gate = Gate()
        var shell: (any Shell)? = await kind.make(Diary(gate: gate))
        weak let witness = shell
        let task = await shell?.send(.wait)
        await gate.arrival()
        shell = nil
        #expect(witness == nil)
        await task?.finish()
    }

    @Test(arguments: ShellKind.allCases)
    func `law 12: after closing every send is reported and dropped, and closing twice is reported`(
        kind: ShellKind
    ) async {
        let recorder = DiagnosticRecorder()
        let shell = await kind.make(reporter: recorder.reporter)
        await shell.send(.left(1))
        await shell.close()
        await shell.send(.left(2))
        await shell.send(contentsOf: [.left(3), .left(4)])
        await shell.close()
        #expect(await shell.state.left == 1)
        #expect(recorder.identifiers == [.sendAfterClose, .sendAfterClose, .sendAfterClose, .closedTwice])
        #expect(recorder.diagnostics.prefix(3).allSatisfy { $0.action?.contains("left") == true })
    }

    @Test(arguments: ShellKind.allCases)
    func `law 12: closing ends effects, and what they send is gone without a word`(
        kind: ShellKind
    ) async {
        let gate = Gate()
        let recorder = DiagnosticRecorder()
        let shell = await kind.make(Diary(gate: gate), reporter: recorder.reporter)
        let task = await shell.send(.wait)
        await gate.arrival()
        await shell.close()
        gate.open()
        await task.finish()
        #expect(await shell.state.entries.isEmpty)
        #expect(recorder.identifiers.isEmpty)
    }

    @Test(arguments: ShellKind.allCases)
    func `law 12: closing while being notified drops what waits`(kind: ShellKind) async {
        let recorder = DiagnosticRecorder()
        let shell = await kind.make(reporter: recorder.reporter)
        let token = await shell.observe(\.left) { [unowned shell] value in
            guard value == 1 else { return }
            shell.sendInside(.left(2))
            shell.closeInside()
            shell.sendInside(.left(3))
        }
        await shell.send(.left(1))
        #expect(await shell.state.left == 1)
        #expect(recorder.identifiers == [.sendAfterClose, .actionsDroppedByClose])
        token.cancel()
    }
}
