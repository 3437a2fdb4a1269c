// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on debouncing", .timeLimit(.minutes(30)))
struct DebounceInputTests {
    @Test func `has tests that pass`() async {
        await DebounceInput().debounced()
        await DebounceInput().cleared()
        #expect(await DebounceInput().explored())
    }
}
