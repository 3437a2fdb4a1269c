// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("The article on testing", .timeLimit(.minutes(30)))
struct TestingAFeatureTests {
    @Test func `has tests that pass`() async {
        await TestingAFeature().exhaustive()
        await TestingAFeature().loose()
        await TestingAFeature().part()
        await TestingAFeature().clock()
        await TestingAFeature().explored()
        await TestingAFeature().invariants()
        await TestingAFeature().module()
        await TestingAFeature().actor()
        TestingAFeature().component()
        TestingAFeature().companions()
        #expect(await TestingAFeature().replayed() == 3)
    }

    @Test func `replays a session that a journal exported`() async throws {
        let folder = TemporaryFolder()
        let (path, session) = (folder.path("stall.sqlite"), folder.path("bug.tributary"))
        _ = try await KeepingAStore.firstLine(path)
        _ = try await KeepingAStore.looking(path, session)
        try await TestingAFeature().session(session)
    }

    @Test func `shows the failure of a feature that does not cancel its question`() async {
        let collector = ExpectationCollector()
        await collector.collect {
            await explore {
                let store = TestStore(initialState: Finder.State()) {
                    Reduce<Finder.State, Finder.Action> { state, action in
                        guard case .input(.typed(let query)) = action else {
                            return Finder().reduce(into: &state, action: action)
                        }
                        state.query = query
                        return .run(name: "ask for \(query)") { send in await send(.answered([query])) }
                    }
                }
                await store.send(.input(.typed("te")))
                await store.send(.input(.typed("tea")))
                await store.finish()
                #expect(store.state.titles == ["tea"])
            }
        }
        let text = collector.failures.first ?? ""
        #expect(collector.failures.count == 1)
        #expect(text.contains("\n  1. the scenario sends its next action, before \"ask for te\" ("))
        #expect(text.contains("\n  2. \"ask for tea\" ("))
    }
}
