// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The glossary", .timeLimit(.minutes(30)))
struct GlossaryTests {
    @Test
    func `defines each word once, in at most three sentences with a link, in the order of the alphabet`()
        throws
    {
        let entries = try self.entries
        #expect(entries.count >= 15)
        #expect(entries.map(\.word) == Set(entries.map(\.word)).sorted())
        for entry in entries {
            #expect(entry.definition.matches(of: /[.](?: |$)/).count <= 3, "\(entry.word)")
            #expect(entry.definition.contains("``") || entry.definition.contains("<doc:"), "\(entry.word)")
        }
    }

    @Test func `has one word for a part of the state, which all articles use`() throws {
        #expect(try entries.contains { $0.word == "Part" })
        for page in try Page.all {
            #expect(try !page.contents.localizedCaseInsensitiveContains("slice"), "\(page)")
        }
    }

    private var entries: [(word: String, definition: String)] {
        get throws {
            let path = "Sources/TributaryCore/TributaryCore.docc/Articles/glossary.md"
            let text = try String(contentsOf: Page.root.appending(path: path), encoding: .utf8)
            return text.components(separatedBy: "\n- **").dropFirst().compactMap { entry in
                let parts = entry.components(separatedBy: "**: ")
                guard parts.count == 2 else { return nil }
                let lines = parts[1].components(separatedBy: "\n").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                return (parts[0], lines.joined(separator: " ").trimmingCharacters(in: .whitespaces))
            }
        }
    }
}
