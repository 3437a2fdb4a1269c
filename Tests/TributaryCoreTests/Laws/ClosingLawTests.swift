// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 12: a closed store does nothing, and reports this.
@Suite(.timeLimit(.minutes(30)))
struct ClosingLawTests {
    private let recorder = DiagnosticRecorder()
}

extension ClosingLawTests {
    @Test(arguments: StoreKind.allCases)
    func `law 12: after closing every send is reported and dropped, and closing twice is reported`(
        kind: StoreKind
    ) async {
        let store = await kind.diary(reporter: recorder.reporter)
        await store.send(.left(1))
        await store.close()
        await store.send(.left(2))
        await store.send(contentsOf: [.left(3), .left(4)])
        await store.close()
        #expect(await store.state.left == 1)
        #expect(recorder.identifiers == [.sendAfterClose, .sendAfterClose, .sendAfterClose, .closedTwice])
        #expect(recorder.diagnostics.prefix(3).allSatisfy { $0.action?.contains("left") == true })
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: closing ends effects, and their actions are dropped silently`(kind: StoreKind) async {
        let gate = Gate()
        let store = await kind.diary(Diary(gate: gate), reporter: recorder.reporter)
        let task = await store.send(.wait)
        await gate.arrival()
        await store.close()
        gate.open()
        await task.finish()
        #expect(await store.state.entries.isEmpty)
        #expect(recorder.identifiers.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: closing during a notification drops pending actions, and reports it`(kind: StoreKind) async
    {
        let store = await kind.diary(reporter: recorder.reporter)
        let heard = Heard<Int>()
        let token = await store.observe(\.left) { [unowned store] value in
            heard.append(value)
            guard value == 1 else { return }
            _ = store.inside.send(.left(2))
            store.inside.close()
            _ = store.inside.send(.left(3))
        }
        await store.send(.left(1))
        #expect(heard.all == [0, 1])
        #expect(await store.state.left == 1)
        #expect(recorder.identifiers == [.sendAfterClose, .actionsDroppedByClose])
        #expect(recorder.diagnostics.last?.action?.contains("left") == true)
        token.cancel()
    }
}
