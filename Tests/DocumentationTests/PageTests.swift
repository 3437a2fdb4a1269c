// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The code in the articles is compiled: a source file of this folder contains every Swift block verbatim.
@Suite("A page", .timeLimit(.minutes(30)))
struct PageTests {
    @Test("has only code that is compiled", arguments: try Page.all)
    func code(page: Page) throws {
        let blocks = try page.blocks
        let compiled = try page.compiled
        #expect(blocks.count >= 4)
        for block in blocks { #expect(compiled.contains(block), "Not compiled:\n\(block)") }
    }

    @Test("has all the code that is compiled for it", arguments: try Page.all)
    func leftOver(page: Page) throws {
        let blocks = try page.blocks
        for part in try page.compiled { #expect(blocks.contains(part), "On no page:\n\(part)") }
    }

    @Test func `is the README, the page for assistants, or an article`() throws {
        #expect(try Page.all.map(\.path).contains { $0.hasSuffix("drawing-a-boundary.md") })
    }
}
