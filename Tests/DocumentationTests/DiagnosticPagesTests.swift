// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import Tributary

/// Each diagnostic has a page, whose address it prints.
///
/// Compares the output on each page with the output of its code.
@MainActor
@Suite("The page of a diagnostic", .timeLimit(.minutes(30)))
struct DiagnosticPagesTests {
    private nonisolated static let catalog =
        (try? String(
            contentsOf: Page.root.appending(
                path: "Sources/TributaryCore/Diagnostics/DiagnosticCatalog.swift"
            ),
            encoding: .utf8
        )) ?? ""

    /// All kinds, in the order of the catalog.
    private nonisolated static let all = catalog.matches(of: /Self\("(TRIBUTARY-\d{3})"\)/)
        .map { Diagnostic.Identifier(String($0.output.1)) }

    private nonisolated static let folder = "Sources/TributaryCore/TributaryCore.docc/Diagnostics"

    /// Internal API, or a full disk, causes these: tests of the library contain their code.
    private nonisolated static let ofOtherTests = all.map(\.number)
        .filter { $0 > 28 && $0 != 47 && $0 != 48 }

    nonisolated static let stopping = [2, 7, 18, 25]

    nonisolated static let running = all.map(\.number)
        .filter { !(stopping + ofOtherTests).contains($0) }

    private nonisolated static func page(_ number: Int) -> Page {
        Page(path: "\(folder)/\(Diagnostic.Identifier.numbered(number).file)", example: "DiagnosticsExample")
    }

    @Test func `has a number of its own, and the catalog is in their order`() {
        let texts = Self.all.map(\.description)
        #expect(texts.first == "TRIBUTARY-001")
        #expect(zip(texts, texts.dropFirst()).allSatisfy(<))
        #expect(texts.count == Self.catalog.ranges(of: "static let ").count)
    }

    @Test func `exists for each number, and the other way round`() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Page.root.appending(path: Self.folder).path
        )
        let pages = files.filter { $0 != "diagnostics.md" }.sorted()
        #expect(pages == Self.all.map(\.file).sorted())
        let overview = try Page(path: "\(Self.folder)/diagnostics.md", example: "").contents
        for page in pages { #expect(overview.contains("<doc:\(page.dropLast(3))>"), "\(page)") }
    }

    @Test(arguments: all.map(\.number))
    func `has a message, a cause, a fix, and an example that is compiled`(number: Int) throws {
        let page = Self.page(number)
        let text = try page.contents
        #expect(text.hasPrefix("# \(Diagnostic.Identifier.numbered(number)): "))
        for part in ["\n## Message\n", "\n## Cause\n", "\n## Fix\n", "\n## Example\n"] {
            #expect(text.contains(part), "\(part)")
        }
        let blocks = try page.blocks
        #expect(!blocks.isEmpty)
        let sources = try Self.ofOtherTests.contains(number) ? Self.tests : page.compiled
        for block in blocks {
            let code = block.filter { !$0.isWhitespace }
            #expect(sources.contains { $0.filter { !$0.isWhitespace }.contains(code) }, "\(block)")
        }
    }

    @Test func `has all the code that is compiled for them`() throws {
        let pages = Self.all.map { Self.page($0.number) }
        let blocks = try pages.flatMap { try $0.blocks }
        for part in try pages[0].compiled { #expect(blocks.contains(part), "On no page:\n\(part)") }
    }

    @Test(arguments: running)
    func `shows the printed output`(number: Int) async throws {
        let printed = Mutex<[String]>([])
        let provoke = try #require(Diagnostics().reported[number])
        let reporter = DiagnosticReporter { diagnostic in printed.withLock { $0.append("\(diagnostic)") } }
        await DiagnosticReporter.$current.withValue(reporter) { await provoke() }
        let shown = try Self.page(number).plainBlocks
        let first = try #require(printed.withLock { $0.first })
        #expect(shown.first == anonymous(first))
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test(arguments: stopping)
    func `shows the output when the program stops`(number: Int) async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [number] in
            await Diagnostics.stop(number)
        }
        let shown = try #require(try Self.page(number).plainBlocks.first)
        let printed = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(anonymous(printed).contains(shown))
    }
    #endif

    /// The tests of the library.
    private static var tests: [String] {
        get throws {
            let paths = try FileManager.default.subpathsOfDirectory(
                atPath: Page.root.appending(path: "Tests").path
            )
            return try paths.filter { $0.hasSuffix("Tests.swift") }.map { path in
                try Page(path: "Tests/\(path)", example: "").contents
            }
        }
    }

    /// The text as an app prints it, whose module is `App`.
    private func anonymous(_ text: String) -> String {
        text.replacing(/DocumentationTests\/[\w+]+\.swift:\d+/, with: "App/App.swift:12")
            .replacing("DocumentationTests.Diagnostics.", with: "App.")
    }
}

extension Diagnostic.Identifier {
    fileprivate var number: Int { Int(description.suffix(3)) ?? 0 }

    fileprivate static func numbered(_ number: Int) -> Self {
        Self("TRIBUTARY-" + String(repeating: "0", count: 3 - String(number).count) + String(number))
    }

    /// The name of the file of the page.
    fileprivate var file: String { String(page.split(separator: "/").last ?? "") }
}
