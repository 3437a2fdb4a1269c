// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@MainActor
@Suite("The article on performance", .timeLimit(.minutes(30)))
struct PerformanceTests {
    @Test func `has code that behaves as documented`() {
        #expect(Performance().group() == 2)
        #expect(Performance().row() == [""])
        #expect(Performance().rowsWithoutActions() == ["", "", "", "", "", "Grace"])
        #expect(Performance().whole() == [0, 1])
        #expect(Performance().selected() == ["5"])
        #expect(Performance().compared() == ["", "Tea"])
        #expect(Performance().longest() == 5)
    }
}
