// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

/// Traits that set dependencies, on a suite and on its tests.
@Suite(
    "A trait sets the dependencies of a test",
    .timeLimit(.minutes(30)),
    .dependency(\.titles, { ["Ebb"] }),
    .dependencies { $0.clock = TestClock() }
)
struct DependenciesTraitTests {
    /// Whose clock it was that an earlier test used.
    private final class Clocks: @unchecked Sendable {
        static let shared = Clocks()
        var seen: Set<ObjectIdentifier> = []
        var kept: [TestClock] = []
    }

    @Test func `for each store that is made in it`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, ["Ebb"]) {
            $0.isLoading = false
            $0.titles = ["Ebb"]
        }
    }

    @Test(.dependency(\.titles, { ["Neap"] }))
    func `with its own set on top of those of the suite`() async {
        @Dependency(\.titles) var titles
        #expect(await titles() == ["Neap"])
        @Dependency(\.clock) var clock
        #expect(clock is TestClock)
    }

    @Test func `which the test can read, and which have the test context`() async {
        @Dependency(\.titles) var titles
        #expect(await titles() == ["Ebb"])
        @Dependency(\.isTesting) var isTesting
        #expect(isTesting)
    }

    @Test func `and a store may set its own on top`() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.titles = { ["Spring"] }
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, ["Spring"]) {
            $0.isLoading = false
            $0.titles = ["Spring"]
        }
    }

    @Test("separately for each case of a test", arguments: [1, 2, 3])
    @MainActor
    func anew(number: Int) throws {
        @Dependency(\.clock) var clock
        let own = try #require(clock as? TestClock)
        // Kept, so that no other one is made at the same place.
        Clocks.shared.kept.append(own)
        #expect(Clocks.shared.seen.insert(ObjectIdentifier(own)).inserted)
    }

    @Test func `and ticks come by its clock`() async throws {
        @Dependency(\.clock) var clock
        let store = TestStore(initialState: 0) { Ticking() }
        await store.send(.start)
        let test = try #require(clock as? TestClock)
        await test.advance(by: .milliseconds(3_500))
        await store.receive(\.tick) { $0 = 1 }
        await store.receive(\.tick) { $0 = 2 }
        await store.receive(\.tick) { $0 = 3 }
        await store.send(.stop)
        await store.finish()
    }
}

/// A timer that counts ticks.
private struct Ticking: Reducer {
    @CasePathable enum Action: Equatable { case start, tick, stop }
    @Dependency(\.clock) var clock

    var body: some Reducer<Int, Action> {
        Reduce { count, action in
            switch action {
            case .start:
                return .run { send in
                    for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
                }
                .cancellable(id: "ticking")
            case .tick:
                count += 1
                return .none
            case .stop:
                return .cancel(id: "ticking")
            }
        }
    }
}
