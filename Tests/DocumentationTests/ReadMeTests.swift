// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The README's code is compiled: every Swift block in it stands, to the letter, in `ReadMeExample.swift`.
@MainActor
struct ReadMeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// The Swift blocks of a page, without the fences.
    static func blocks(in page: String) -> [String] {
        page.components(separatedBy: "```swift\n").dropFirst().map { rest in
            rest.components(separatedBy: "\n```")[0]
        }
    }

    /// The parts of a source file between `// readme: name` and `// readme: end`, without their indentation.
    static func compiled(in source: String) -> [String] {
        source.components(separatedBy: "// readme: ").filter { !$0.hasPrefix("end") }.dropFirst().map {
            part in
            let lines = part.components(separatedBy: "\n").dropFirst().dropLast()
            let indentation = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
            return lines.map { String($0.dropFirst($0.isEmpty ? 0 : indentation)) }.joined(separator: "\n")
        }
    }

    @Test func `every block of code in the README is compiled`() throws {
        let blocks = Self.blocks(in: try Self.text("../../README.md"))
        let compiled = Self.compiled(in: try Self.text("ReadMeExample.swift"))
        #expect(blocks.count >= 4)
        for block in blocks { #expect(compiled.contains(block), "Not compiled:\n\(block)") }
    }

    @Test func `the README's store does what the comments beside it say`() async {
        #expect(await useCounter() == [0, 1])
        #expect(useTwoCounters() == 1)
    }
}
