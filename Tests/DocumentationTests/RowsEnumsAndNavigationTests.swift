// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on rows, enums and navigation", .timeLimit(.minutes(30)))
struct RowsEnumsAndNavigationTests {
    @Test func `has features that behave as documented`() {
        #expect(RowsEnumsAndNavigation().rows() == [1, 0])
        #expect(RowsEnumsAndNavigation().pages() == [2, 1, 0])
        #expect(RowsEnumsAndNavigation().joined() == [1, 1])
        #expect(RowsEnumsAndNavigation().cases() == [true, true, true])
        #expect(
            RowsEnumsAndNavigation().destinations() == ["Soup", "true", "Clear the shelf?", "0", "true"]
        )
    }
}
