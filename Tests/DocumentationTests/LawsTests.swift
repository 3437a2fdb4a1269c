// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary

@MainActor
@Suite("The article on the laws", .timeLimit(.minutes(30)))
struct LawsTests {
    @Test
    func `has examples that print the output in their comments`() async {
        #expect(Laws().turn() == ["7"])
        #expect(Laws().order() == ["listener: louder", "service: 6"])
        #expect(Laws().once() == ["5", "7"])
        #expect(Laws().added() == ["observer: 5", "listener: louder", "observer: 6"])
        #expect(Laws().sending() == ["5", "6", "7"])
        #expect(Laws().scope() == ["true"])
        #expect(Laws().absent() == ["TRIBUTARY-001"])
        #expect(await Laws().replaced() == [])
        #expect(Laws().place() == ["true"])
        #expect(await Laws().reading() == ["run", "fade"])
        #expect(Laws().token() == ["5"])
        #expect(Laws().closing() == ["TRIBUTARY-003"])
        #expect(Laws().closed() == ["true", "true"])
        let dropped = "The store was closed, so the action was dropped and changed nothing."
        #expect(await Laws().recorded() == [dropped])
        #expect(Laws().torn() == ["10", "12"])
    }

    @Test func `states every cited law, with its rule, its reason, and the consequence`() throws {
        let laws = try sections
        var cited: Set<Int> = []
        for folder in ["Sources", "Tests", "Examples/Tests"] {
            for file in try swiftFiles(in: folder) { cited.formUnion(citations(in: file.text)) }
        }
        #expect(cited.count > 10)
        #expect(cited.subtracting(laws.keys).isEmpty)
        for (number, section) in laws {
            for paragraph in ["**Rule.** ", "**Why.** ", "```swift\n", "**Otherwise.** ", "**Suites.** "] {
                #expect(
                    section.components(separatedBy: paragraph).count == 2,
                    "\(paragraph) of law \(number)"
                )
            }
        }
    }

    @Test func `lists for each law the suites that cite it, and no others`() throws {
        var citing: [Int: Set<String>] = [:]
        for file in try swiftFiles(in: "Tests") + swiftFiles(in: "Examples/Tests") {
            guard let suite = file.text.firstMatch(of: /(?<comment>(?:\/\/\/.*\n)*)(?:@MainActor\n)?@Suite/)
            else {
                continue
            }
            let names = file.text.matches(of: /func `law (\d+):/).compactMap { Int($0.1) }
            for number in citations(in: String(suite.comment)).union(names) {
                citing[number, default: []].insert(file.path)
            }
        }
        for (number, section) in try sections {
            #expect(listed(in: section) == citing[number], "Law \(number)")
        }
    }

    /// The section of each law in the article.
    private var sections: [Int: String] {
        get throws {
            let path = "Sources/TributaryCore/TributaryCore.docc/Articles/laws.md"
            let parts = try text(path).components(separatedBy: "\n## Law ").dropFirst()
            return try Dictionary(
                parts.map { (try #require(Int($0.prefix { $0.isNumber })), $0) },
                uniquingKeysWith: { first, _ in
                    Issue.record("Two laws have one number"); return first
                }
            )
        }
    }

    /// The files of the suites that a section names, such as `A`, `B` in `Tests/Folder`; `C` in `Tests/Other`.
    private func listed(in section: String) -> Set<String> {
        let suites = section.components(separatedBy: "**Suites.** ").last ?? ""
        var files: Set<String> = []
        var names: [Substring] = []
        for match in suites.matches(of: /`([^`]+)`/) {
            if match.1.contains("/") {
                files.formUnion(names.map { "\(match.1)/\($0).swift" })
                names = []
            } else {
                names.append(match.1)
            }
        }
        return files
    }

    /// The laws that a text cites: "law 7", "laws 2 and 4", "laws 3 to 5".
    private func citations(in text: String) -> Set<Int> {
        var numbers: Set<Int> = []
        for match in text.matches(of: /[Ll]aws? (\d+)(?:((?:, \d+)*) and (\d+)| to (\d+))?/) {
            guard let first = Int(match.1) else { continue }
            if let last = match.4.flatMap({ Int($0) }) {
                numbers.formUnion(first...last)
            } else {
                let others = "\(match.2 ?? ""), \(match.3 ?? "")".split(separator: ", ")
                numbers.formUnion([first] + others.compactMap { Int($0) })
            }
        }
        return numbers
    }

    private func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
        let paths = FileManager.default.enumerator(atPath: Page.root.appending(path: folder).path)?.allObjects
        return try (paths ?? []).compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { path in
            ("\(folder)/\(path)", try text("\(folder)/\(path)"))
        }
        // Few files cite a law, and an expression takes long to find that one does not.
        .filter { $0.text.contains("law") || $0.text.contains("Law") }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Page.root.appending(path: path), encoding: .utf8)
    }
}
