// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("An expected action of a child is named by its path", .timeLimit(.minutes(30)))
struct NestedReceivingTests {
    @Test("An action of a child that never arrives is named by its path, with or without a payload")
    func none() async {
        let store = TestStore(initialState: Branch.State()) { Branch() }
        let failed = await failures {
            await store.receive(\.library.loaded)
            await store.receive(\.library.tick)
        }
        #expect(
            failed.map(\.text) == [
                """
                Expected to receive `\\.library.loaded`, but none arrived. No effect runs that could send it.
                """,
                "Expected to receive `\\.library.tick`, but none arrived. No effect runs that could send it.",
            ]
        )
    }

    @Test("Another action in its place is shown next to the path")
    func other() async {
        let store = TestStore(initialState: Branch.State()) { Branch() }
        await store.send(.library(.load)) { $0.library.isLoading = true }
        let failed = await failures { await store.receive(\.library.tick) }
        #expect(
            failed.map(\.text) == [
                """
                Another action was received than expected.

                Expected:
                    \\.library.tick
                Received:
                    Branch.Action.library(
                      .loaded(
                        [
                          [0]: "Flood"
                        ]
                      )
                    )
                """
            ]
        )
    }

    @Test("Another payload in its place is shown by the difference")
    func payload() async {
        let store = TestStore(initialState: Branch.State()) { Branch() }
        await store.send(.library(.load)) { $0.library.isLoading = true }
        let failed = await failures { await store.receive(\.library.loaded, ["Ebb"]) }
        #expect(failed.count == 1)
        #expect(
            failed.first?.text.hasSuffix(
                """


                      [
                    −   [0]: "Ebb"
                    +   [0]: "Flood"
                      ]

                (Expected: −, Actual: +)
                """
            ) == true
        )
    }

    @Test("An action of a row is named with the row")
    func row() async {
        struct Shelf: Reducer {
            var body: some Reducer<[Int], IdentifiedAction<Int, Library.Action>> { EmptyReducer() }
        }
        let store = TestStore(initialState: [Int]()) { Shelf() }
        let failed = await failures { await store.receive(\.[id: 3].loaded) }
        #expect(
            failed.map(\.text) == [
                "Expected to receive `\\.[id: 3].loaded`, but none arrived. No effect runs that could send it."
            ]
        )
    }

    @Test("A path that was made without a name is described by the types that it connects")
    func unnamed() async {
        let store = TestStore(initialState: Branch.State()) { Branch() }
        let failed = await failures { await store.receive(\.unnamed) }
        #expect(
            failed.map(\.text) == [
                """
                Expected to receive `a case of TributaryTestingTests.Branch.Action that holds \
                TributaryTestingTests.Library.Action`, but none arrived. No effect runs that could send it.
                """
            ]
        )
    }
}

extension Branch.Action.AllCasePaths {
    fileprivate var unnamed: CasePath<Branch.Action, Library.Action> {
        CasePath(embed: Branch.Action.library) { if case .library(let action) = $0 { action } else { nil } }
    }
}
