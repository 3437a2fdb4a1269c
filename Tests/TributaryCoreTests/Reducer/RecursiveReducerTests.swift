// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A feature may contain itself, and its state may be deep.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RecursiveReducerTests {}

extension RecursiveReducerTests {
    /// A debug build needs about 3.5 KB of stack for each level, a release build 1.3 KB; the main thread has 8 MB.
    #if DEBUG
    nonisolated static let deepest = 1_500
    #else
    nonisolated static let deepest = 5_000
    #endif

    @Test(arguments: [0, 1, 10, deepest])
    func `an action reaches a folder at any depth`(depth: Int) {
        let store = Store(initialState: Folder.State.nested(depth: depth)) { Folder() }
        store.send(.visit(depth: depth))
        store.send(.visit(depth: depth))
        #expect(store.withState(\.innermostVisits) == 2)
    }

    @Test func `effects of a nested folder send to it`() async {
        let store = Store(initialState: Folder.State.nested(depth: 2)) { Folder() }
        await store.send(.folders(.element(id: 1, action: .folders(.element(id: 2, action: .visitLater)))))
            .finish()
        #expect(store.withState(\.innermostVisits) == 1)
    }
}
