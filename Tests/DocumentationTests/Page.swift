// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A page of prose and the source files in which its code is compiled.
///
/// In a source file, the code of a page is between `// page: name` and `// page: end`.
struct Page: CustomTestStringConvertible {
    /// The path of the page from the root of the repository.
    let path: String
    /// The prefix of the names of the source files in this folder.
    let example: String

    var testDescription: String { path }

    /// The README, the page for assistants, and every article except those without code and the tutorials, whose code is packages
    /// of their own: `Scripts/newcomer.py` and `Scripts/compiler.py swiftui` compile it.
    static var all: [Page] {
        get throws {
            try [
                Page(path: "README.md", example: "ReadMeExample"),
                Page(path: "Documentation/for-assistants.md", example: "ForAssistantsExample"),
            ]
                + ["TributaryCore", "Tributary"].flatMap { target in
                    let articles = "Sources/\(target)/\(target).docc/Articles"
                    return try FileManager.default.contentsOfDirectory(
                        atPath: root.appending(path: articles).path
                    )
                    .filter { $0.hasSuffix(".md") && !withoutCode.contains($0) }.sorted().map { name in
                        Page(path: "\(articles)/\(name)", example: exampleName(ofArticle: name))
                    }
                }
        }
    }

    private static let withoutCode: Set = [
        "glossary.md", "comparing.md", "getting-started.md", "getting-started-with-swiftui.md",
        "journal-guarantees.md",
    ]

    /// All of its text.
    var contents: String { get throws { try text(path) } }

    /// The Swift blocks of the page, without the fences.
    var blocks: [String] {
        get throws {
            try text(path).components(separatedBy: "```swift\n").dropFirst().map { rest in
                rest.components(separatedBy: "\n```")[0]
            }
        }
    }

    /// The blocks of the page without a language, such as output.
    var plainBlocks: [String] {
        get throws {
            try text(path).components(separatedBy: "```").enumerated()
                .filter { !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("\n") }
                .map { $0.element.trimmingCharacters(in: .newlines) }
        }
    }

    /// The marked code in the source files, without its indentation.
    var compiled: [String] {
        get throws {
            let folder = "Tests/DocumentationTests"
            let files = try FileManager.default.contentsOfDirectory(
                atPath: Self.root.appending(path: folder).path
            )
            return try files.filter { $0 == "\(example).swift" || $0.hasPrefix("\(example)+") }.sorted()
                .flatMap { try marked(in: text("\(folder)/\($0)")) }
        }
    }

    private func marked(in source: String) -> [String] {
        source.components(separatedBy: "// page: ").filter { !$0.hasPrefix("end") }.dropFirst().map { part in
            let lines = part.components(separatedBy: "\n").dropFirst().dropLast()
            let indentation = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
            return lines.map { String($0.dropFirst($0.isEmpty ? 0 : indentation)) }.joined(separator: "\n")
        }
    }

    /// The repository, also for a package of `Scripts/packages.sh`, which has links to its folders.
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// `drawing-a-boundary.md` is compiled in `DrawingABoundaryExample.swift` and `DrawingABoundaryExample+….swift`.
    private static func exampleName(ofArticle name: String) -> String {
        name.dropLast(3).split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            + "Example"
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }
}
