// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 6 to 10, for every shell around a machine.
@Suite(.timeLimit(.minutes(30)))
struct ShellStateLawTests {
    @Test(arguments: ShellKind.allCases)
    func `law 6: there is one state: what an observer is given is what the shell shows`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        let heard = Heard<Bool>()
        let token = await shell.observeState { [unowned shell] in heard.append($0 == shell.readInside()) }
        await shell.send(contentsOf: [.write("a"), .openSheet])
        await shell.send(.sheet(.add(2)))
        #expect(heard.all == [true, true, true])
        token.cancel()
    }

    @Test(arguments: ShellKind.allCases)
    func `law 7: an action for an absent child changes nothing and is one diagnostic`(
        kind: ShellKind
    ) async {
        let recorder = DiagnosticRecorder()
        let shell = await kind.make(reporter: recorder.reporter)
        await shell.send(.sheet(.increment))
        #expect(await shell.state == Diary.State())
        #expect(recorder.identifiers == [.absentChild])
        #expect(recorder.diagnostics.first?.action?.contains("increment") == true)
        await shell.send(contentsOf: [.openSheet, .sheet(.increment)])
        #expect(await shell.state.sheet?.count == 1)
        #expect(recorder.identifiers.count == 1)
    }

    @Test(arguments: ShellKind.allCases)
    func `law 8: effects end with their child, and an error nobody catches is reported`(
        kind: ShellKind
    ) async {
        let recorder = DiagnosticRecorder()
        let shell = await kind.make(reporter: recorder.reporter)
        await shell.send(.openSheet)
        // An effect that has begun, but cannot have come back before this turn is over.
        let task = await shell.send(contentsOf: [.sheet(.incrementLater), .closeSheet])
        await task.finish()
        #expect(await shell.state.sheet == nil)
        #expect(recorder.identifiers.isEmpty)
        await shell.send(.fail).finish()
        #expect(recorder.identifiers == [.uncaughtEffectError])
    }

    @Test(arguments: ShellKind.allCases)
    func `law 9: a child's state is changed where it lies, while others observe`(kind: ShellKind) async {
        let shell = await kind.make()
        let tokens = [
            await shell.observe(\.left) { _ in }, await shell.observe(\.payload.id) { _ in },
            await shell.observe({ $0.payload.numbers.count }) { _ in },
        ]
        // The reducers that make the initial state may leave it shared; the first action settles that.
        await shell.send(.payload(.touch))
        let address = await shell.payloadAddress()
        for _ in 0..<3 { await shell.send(.payload(.touch)) }
        await shell.send(contentsOf: [.left(1), .payload(.touch)])
        #expect(await shell.payloadAddress() == address)
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 10: reading a machine's state inside its reducer stops with the action's name`() async {
        await expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await readInsideReducer(of: .machine)
            }
        )
    }

    @Test func `law 10: reading a store's state inside its reducer stops with the action's name`() async {
        await expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await readInsideReducer(of: .store)
            }
        )
    }

    @Test func `law 10: reading a store actor's state in its reducer stops with the action's name`() async {
        await expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await readInsideReducer(of: .storeActor)
            }
        )
    }

    private func expectStop(_ result: ExitTest.Result?) async {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("TRIBUTARY-002"))
        #expect(output.contains("Diary.Action.intrude"))
    }
}

private func readInsideReducer(of kind: ShellKind) async {
    let inside = Diary.Inside()
    let shell = await kind.make(Diary(inside: inside))
    inside.call { [unowned shell] in _ = shell.readInside() }
    await shell.send(.intrude)
}
