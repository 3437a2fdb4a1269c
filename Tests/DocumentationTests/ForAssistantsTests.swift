// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary

@MainActor
@Suite("The page for coding assistants", .timeLimit(.minutes(30)))
struct ForAssistantsTests {
    @Test func `shows patterns that work`() async {
        #expect(ForAssistants().used() == [0, 2])
        #expect(await ForAssistants().hosted() == 2)
        #expect(ForAssistants().bound() == Assisted.Badge.State(name: "Ada", copies: 1))
        await ForAssistants().tested()
        await ForAssistants().explored()
        await ForAssistants().beaten()
        #expect(ForAssistants().rows() == ["", "", "tea", "1"])
        #expect(await ForAssistants().handled() == 1)
        #expect(await ForAssistants().opened())
        #expect(await ForAssistants().mailed() == ["tea"])
    }

    @Test func `has twelve patterns and twelve mistakes`() throws {
        let text = try Page(path: "Documentation/for-assistants.md", example: "").contents
        let parts = text.components(separatedBy: "\n## ")
        let patterns = try #require(parts.first { $0.hasPrefix("Patterns") })
        let mistakes = try #require(parts.first { $0.hasPrefix("Mistakes") })
        #expect(patterns.components(separatedBy: "\n### ").count == 13)
        #expect(mistakes.components(separatedBy: "\n### ").count == 13)
    }
}
