// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 10: reading the state through the store while a reducer runs stops the program, and names the action.
@Suite(.timeLimit(.minutes(30)))
struct ReadingLawTests {}

extension ReadingLawTests {
    #if os(macOS) || os(Linux) || os(Windows)
    @Test(arguments: StoreKind.allCases)
    func `law 10: reading the state inside a reducer stops with the action's name`(kind: StoreKind) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [kind] in
            let intruder = Diary.Inside()
            let store = await kind.diary(Diary(inside: intruder))
            intruder.call { [unowned store] in _ = store.inside.state() }
            await store.send(.intrude)
        }
        #expect(result?.complaint.contains("TRIBUTARY-002") == true)
        #expect(result?.complaint.contains("Diary.Action.intrude") == true)
    }

    @Test func `law 10: reading through a scope inside a reducer stops with the action's name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Box { var store: Store<Int, String>? }
                let box = Box()
                let store = Store(initialState: [0]) {
                    Update { (state: inout [Int], _: String) in state = [box.store?.state ?? 0] }
                }
                box.store = store.scope(state: \.count)
                store.send("the culprit")
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-002") == true)
        #expect(result?.complaint.contains("the culprit") == true)
    }

    @Test func `law 10: beginning to observe inside a reducer stops with the action's name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Box { var store: Store<Int, String>? }
                let box = Box()
                let store = Store(initialState: 0) {
                    Update { (_: inout Int, _: String) in
                        MainActor.assumeIsolated { _ = box.store?.observe { _ in } }
                    }
                }
                box.store = store
                store.send("the culprit")
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-002") == true)
        #expect(result?.complaint.contains("the culprit") == true)
    }

    @Test
    func `law 10: the query of a feedback that reads its store stops with a name, and blames no action`()
        async
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = Store(initialState: 0) {
                    Update { (state: inout Int, action: String) in state += action.count }
                }
                store.send(String(repeating: "ended long ago", count: 3))
                let token = store.mount {
                    EmptyReducer<Int, String>().feedback({ $0 == 0 ? nil : store.state }) { _, _ in }
                }
                withExtendedLifetime(token) {}
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-002") == true)
        #expect(result?.complaint.contains("Action:") == false)
    }
    #endif
}
