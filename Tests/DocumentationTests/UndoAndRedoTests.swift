// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on undo and redo", .timeLimit(.minutes(30)))
struct UndoAndRedoTests {
    @Test func `has examples that agree with their comments`() {
        #expect(UndoAndRedo().used() == ["Insert a word", "[]", #"["tea"]"#])
        #expect(UndoAndRedo().grouped() == [Poster.State(), Poster.State(title: "Sale", size: 20)])
        #expect(UndoAndRedo().inverse() == [[], ["tea"]])
        #expect(UndoAndRedo().menu() == ["Undo", "true", "false"])
    }

    @Test func `tests steps with a test store`() async {
        await UndoAndRedo().tested()
    }

    @Test func `has an invariant that holds`() async {
        await UndoAndRedo().checked()
    }
}
