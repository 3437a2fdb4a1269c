// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on timers", .timeLimit(.minutes(30)))
struct TestATimerTests {
    @Test func `has tests that pass`() async {
        await TestATimer().counted()
        await TestATimer().stopped()
        #expect(await TestATimer().ran() == [0])
    }
}
