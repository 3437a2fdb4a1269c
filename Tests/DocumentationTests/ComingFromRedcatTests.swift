// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article for users of RedCat", .timeLimit(.minutes(30)))
struct ComingFromRedcatTests {
    @Test func `has examples that agree with their comments`() {
        #expect(
            ComingFromRedCat().used() == ["starts", "from 20 to 22", "Warmer", "from 22 to 20", "stops"]
        )
        #expect(ComingFromRedCat().grouped() == [20, 22, 20, 25])
    }

    @Test func `has rows that are correct`() {
        #expect(ComingFromRedCat().scoped() == ["nobody", "Ada", "open(2)", "10"])
        #expect(ComingFromRedCat().reduced() == 4)
        #expect(ComingFromRedCat().combined() == 10)
        #expect(ComingFromRedCat().configured() == 21)
    }
}
