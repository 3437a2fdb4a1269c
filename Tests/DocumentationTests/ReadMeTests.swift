// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@MainActor
@Suite("The README", .timeLimit(.minutes(30)))
struct ReadMeTests {
    @Test func `has a store that does what the comments beside it say`() async {
        #expect(await useCounter() == [0, 1])
        #expect(useTwoCounters() == 1)
    }
}
