// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article with questions", .timeLimit(.minutes(30)))
struct QuestionsTests {
    @Test func `has features that talk to each other`() {
        #expect(Questions().used() == ["[2, 3, 5]", "10 to pay"])
    }
}
