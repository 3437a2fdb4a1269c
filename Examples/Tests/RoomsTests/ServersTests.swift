// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

@testable import Nodes

@Suite("Which servers run", .timeLimit(.minutes(30)))
struct ServersTests {
    /// The running servers, after announcements at times in seconds.
    private func running(_ heard: [(server: String, run: String, time: Int)]) async -> Set<String> {
        var state = Servers.State()
        for (server, run, time) in heard {
            let store = TestStore(initialState: state) {
                Servers()
            } dependencies: {
                $0.date = .constant(Date(timeIntervalSince1970: TimeInterval(time)))
            }
            store.exhaustivity = .off
            await store.send(.runs(server, run: run))
            state = store.state
        }
        return state.running
    }

    @Test("One that is started again is another one")
    func again() async {
        #expect(await running([("a", "1", 0), ("b", "2", 1), ("a", "3", 2)]) == ["2", "3"])
    }

    @Test("One without an announcement for forty seconds has ended, if others announced themselves")
    func silent() async {
        let others = stride(from: 10, through: 40, by: 10).map { (server: "b", run: "2", time: $0) }
        #expect(await running([("a", "1", 0), ("b", "2", 0)] + others) == ["1", "2"])
        #expect(await running([("a", "1", 0), ("b", "2", 0)] + others + [("b", "2", 50)]) == ["2"])
    }

    @Test("A time without any announcement ends no server, nor does a clock that jumps")
    func outage() async {
        #expect(await running([("a", "1", 0), ("b", "2", 1), ("b", "2", 5_000)]) == ["1", "2"])
        #expect(await running([("a", "1", 9_000), ("b", "2", 1), ("a", "1", 9_001)]) == ["1", "2"])
    }

    @Test("One that announces its end has ended, but not the next one at its address")
    func ended() async {
        let store = TestStore(initialState: Servers.State()) {
            Servers()
        } dependencies: {
            $0.date = .constant(Date(timeIntervalSince1970: 0))
        }
        store.exhaustivity = .off
        await store.send(.runs("a", run: "1"))
        await store.send(.runs("a", run: "2"))
        await store.send(.ended(run: "1"))
        #expect(store.state.running == ["2"])
        await store.send(.ended(run: "2"))
        #expect(store.state.running.isEmpty)
    }
}
