// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article for users of RxFeedback", .timeLimit(.minutes(30)))
struct ComingFromRxfeedbackTests {
    @Test func `has examples that print the output in their comments`() async {
        let printed = ["0 titles", "2 titles", "4 titles"]
        #expect(await ComingFromRxFeedback().used() == printed + ["tea 0a", "tea 0b", "tea 1a", "tea 1b"])
        #expect(await ComingFromRxFeedback().attached() == ["tea"])
    }

    @Test func `has a test that passes`() async {
        await ComingFromRxFeedback().tested()
    }

    @Test func `has rows that are correct`() async {
        #expect(await ComingFromRxFeedback().failed())
        #expect(await ComingFromRxFeedback().downloaded() == ["a", "b", "a: 1", "a: 2", "sent"])
        #expect(await ComingFromRxFeedback().streamed() == ["a"])
        #expect(await ComingFromRxFeedback().elsewhere() == 1)
    }
}
