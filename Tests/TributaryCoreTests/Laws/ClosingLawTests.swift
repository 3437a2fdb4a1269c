// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 12: a closed store does nothing, and says so.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ClosingLawTests {
    @Test func `law 12: after closing every send is reported and dropped, and closing twice is reported`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        store.send(.increment)
        store.close()
        store.send(.increment)
        store.send(contentsOf: [.increment, .increment])
        #expect(store.count == 1)
        #expect(recorder.identifiers == [.sendAfterClose, .sendAfterClose, .sendAfterClose])
        store.close()
        #expect(recorder.identifiers.last == .closedTwice)
    }

    @Test func `law 12: closing while being notified drops what waits, and says so`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        var heard: [Int] = []
        let token = store.observe(\.count) { count in
            heard.append(count)
            if count == 1 {
                store.send(.increment)
                store.close()
            }
        }
        store.send(.increment)
        #expect(heard == [0, 1])
        #expect(store.count == 1)
        #expect(recorder.identifiers == [.actionsDroppedByClose])
        #expect(recorder.diagnostics.first?.action?.hasSuffix("increment") == true)
        token.cancel()
    }
}
