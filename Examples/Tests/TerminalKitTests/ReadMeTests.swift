// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The page of TerminalKit", .timeLimit(.minutes(30)))
struct ReadMeTests {
    @Test("shows code that is compiled")
    func example() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "ReadMeExample.swift"), encoding: .utf8)
        let file = folder.appending(path: "../../TerminalKit/README.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let marked = try #require(source.components(separatedBy: "// page: example\n").last)
            .components(separatedBy: "    // page: end")[0]
        let code = marked.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.dropFirst(4) }.joined(separator: "\n")
        #expect(code.contains("TerminalProgram"))
        #expect(page.contains("```swift\n\(code)```"))
    }
}
