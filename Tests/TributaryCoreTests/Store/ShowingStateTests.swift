// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Access to the store while a closure reads the state in place.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ShowingStateTests {
    private let log = EventLog()
    private let store = Store(initialState: [String]()) {
        Update { (state: inout [String], action: String) in state.append(action) }
    }
}

extension ShowingStateTests {
    @Test func `a store that is closed while it shows its state is closed when that is done`() {
        let token = store.attach(LoggingService("service", log))
        store.withState { state in
            store.close()
            #expect(log.events == ["service starts"])
        }
        #expect(log.events == ["service starts", "service stops"])
        withExtendedLifetime(token) {}
    }

    @Test func `within a turn, showing the state reduces nothing that waits`() {
        var counts: [Int] = []
        let token = store.observe(\.count) { [store] count in
            guard count == 1 else { return }
            store.send("second")
            store.withState { counts.append($0.count) }
            store.withState { counts.append($0.count) }
        }
        store.send("first")
        #expect(counts == [1, 1])
        #expect(store.state == ["first", "second"])
        withExtendedLifetime(token) {}
    }

    @Test func `when a closure that reads the state fails, its actions are reduced`() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try store.withState { _ in
                store.send("sent")
                throw Failure()
            }
        }
        #expect(store.state == ["sent"])
    }
}
