// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The limit of law 1: a turn whose actions send actions without end is reported, and can be ended.
@Suite(.timeLimit(.minutes(30)))
struct EndlessTurnLawTests {}

extension EndlessTurnLawTests {
    @Test(arguments: StoreKind.allCases)
    func
        `law 1: an endless turn is reported at its ten thousandth action, drops nothing, and ends when closed`(
            kind: StoreKind
        ) async
    {
        let recorder = DiagnosticRecorder()
        let closer = Diary.Inside()
        let store = await kind.diary(
            reporter: DiagnosticReporter { diagnostic in
                recorder.reporter.report(diagnostic)
                if diagnostic.identifier == .endlessTurn { closer() }
            }
        )
        closer.call { [unowned store] in store.inside.close() }
        await store.send(.goOn)
        #expect(recorder.identifiers == [.endlessTurn, .actionsDroppedByClose])
        #expect(recorder.diagnostics.first?.action == "TributaryTestSupport.Diary.Action.goOn")
        // The first action of the turn is not counted as a follow-up; none between was lost.
        #expect(await store.state.left == 10_001)
    }

    @Test func `law 1: an endless turn is reported at each tenfold, so that a console can be read`() {
        let recorder = DiagnosticRecorder()
        let machine = Machine(initialState: 0) {
            Reduce { (count: inout Int, action: String) in
                count += 1
                return count < 100_001 ? .send(action) : .none
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        machine.send("again")
        #expect(machine.state == 100_001)
        #expect(recorder.identifiers == [.endlessTurn, .endlessTurn])
        #expect(recorder.diagnostics.allSatisfy { $0.action == "\"again\"" })
        let counts = recorder.diagnostics.map { $0.message.split(separator: " ").compactMap { Int($0) } }
        #expect(counts == [[10_000], [100_000]])
    }

    @Test func `law 1: a group is no endless turn, however large it is`() async {
        let recorder = DiagnosticRecorder()
        let store = StoreActor(initialState: 0) {
            Update { (count: inout Int, _: String) in count += 1 }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        await store.send(contentsOf: repeatElement("once", count: 30_000))
        #expect(await store.state == 30_000)
        #expect(recorder.identifiers == [])
    }
}
