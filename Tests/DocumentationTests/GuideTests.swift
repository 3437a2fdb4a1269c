// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The code in the column "Tributary" of a migration guide's tables is compiled: each piece is, but for white space, in a source
/// file of the guide, or in a sample for SwiftUI.
@Suite("A guide", .timeLimit(.minutes(30)))
struct GuideTests {
    @Test("has tables of code that is compiled", arguments: try Guide.all)
    func code(guide: Guide) throws {
        let sources = try guide.sources
        for row in try guide.rows {
            for code in row.here.code {
                let isCompiled = sources.contains { $0.contains(code.filter { !$0.isWhitespace }) }
                #expect(isCompiled, "Not compiled: \(code)")
            }
        }
    }

    @Test("names for each construct, once, its counterpart or its replacement", arguments: try Guide.all)
    func complete(guide: Guide) throws {
        let rows = try guide.rows
        #expect(rows.count >= 15)
        for row in rows where row.here.code.isEmpty {
            #expect(row.here == "Nothing." && !row.note.isEmpty, "\(row)")
        }
        let named = rows.flatMap(\.there.code)
        #expect(Set(named).count == named.count, "\(named.filter { name in named.count { $0 == name } > 1 })")
        #expect(rows.allSatisfy { !$0.there.isEmpty })
    }

    @Test func `exists for each library that people migrate from`() throws {
        let names = try Guide.all.map(\.name)
        #expect(names == ["redcat", "reswift", "rxfeedback", "tca", "udf"])
    }
}

/// An article whose tables compare another library with this one.
struct Guide: CustomTestStringConvertible {
    /// The other library, as in the name of the article.
    let name: String
    let page: Page

    /// A row of a table: a construct there, its counterpart, and a note.
    struct Row {
        let there: String
        let here: String
        let note: String
    }

    var testDescription: String { name }

    static var all: [Guide] {
        get throws {
            try Page.all.compactMap { page in
                guard let match = page.path.firstMatch(of: /coming-from-(\w+)\.md$/) else { return nil }
                return Guide(name: String(match.1), page: page)
            }
        }
    }

    /// The rows of all tables whose second column is "Tributary".
    var rows: [Row] {
        get throws {
            var rows: [Row] = []
            var isComparing = false
            for line in try page.contents.components(separatedBy: "\n") {
                guard line.hasPrefix("| ") else {
                    isComparing = false
                    continue
                }
                let cells = line.dropFirst().dropLast().components(separatedBy: "| ")
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                if cells.count == 3, cells[1] == "Tributary" {
                    isComparing = true
                } else if isComparing, cells[0] != "---" {
                    try #require(cells.count == 3, "\(line)")
                    rows.append(Row(there: cells[0], here: cells[1], note: cells[2]))
                }
            }
            return rows
        }
    }

    /// The sources that are compiled for the guide, and the samples for SwiftUI that Scripts/compiler.py compiles;
    /// without comments and white space.
    var sources: [String] {
        get throws {
            let script = try text("Scripts/compiler.py")
            let prefix = page.example.dropLast("Example".count)
            let own = try files(in: "Tests/DocumentationTests").filter { $0.name.hasPrefix(prefix) }
            let samples = try files(in: "Tests/SwiftUIStub").filter { script.contains($0.name.dropLast(6)) }
            return try (own + samples).map { file in
                try text(file.path).components(separatedBy: "\n")
                    .map { $0.components(separatedBy: "//")[0].filter { !$0.isWhitespace } }.joined()
            }
        }
    }

    private func files(in folder: String) throws -> [(name: String, path: String)] {
        try FileManager.default.contentsOfDirectory(atPath: Page.root.appending(path: folder).path)
            .filter { $0.hasSuffix(".swift") }.map { ($0, "\(folder)/\($0)") }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Page.root.appending(path: path), encoding: .utf8)
    }
}

extension String {
    /// The text between back quotes.
    fileprivate var code: [String] { matches(of: /`([^`]+)`/).map { String($0.1) } }
}
