// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on pagination", .timeLimit(.minutes(30)))
struct PaginateAListTests {
    @Test func `has tests that pass`() async {
        await PaginateAList().paged()
        #expect(await PaginateAList().refreshed())
    }
}
