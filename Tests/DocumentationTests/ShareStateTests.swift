// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on sharing", .timeLimit(.minutes(30)))
struct ShareStateTests {
    @Test func `has a test that passes, and scopes that show the shared value`() async {
        await ShareState().tested()
        #expect(ShareState().scoped() == [true, true])
    }
}
