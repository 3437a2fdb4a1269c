// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary

@MainActor
@Suite("The article on the laws", .timeLimit(.minutes(30)))
struct TheLawsTests {
    @Test
    func `has examples that print what the comments beside them say`() async {
        #expect(TheLaws().turn() == ["7"])
        #expect(TheLaws().order() == ["listener: louder", "service: 6"])
        #expect(TheLaws().once() == ["5", "7"])
        #expect(TheLaws().sending() == ["5", "6", "7"])
        #expect(TheLaws().scope() == ["true"])
        #expect(TheLaws().absent() == ["TRIBUTARY-001"])
        #expect(await TheLaws().replaced() == [])
        #expect(TheLaws().token() == ["5"])
        #expect(TheLaws().closing() == ["TRIBUTARY-003"])
        #expect(TheLaws().torn() == ["10", "12"])
    }

    @Test func `states every law that a test or a source refers to`() throws {
        let page = try text("Sources/Tributary/Tributary.docc/Articles/the-laws.md")
        let laws = Set(numbers(after: "\n## ", in: page))
        var cited: Set<Int> = []
        for folder in ["Sources", "Tests"] {
            let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            while let file = files?.nextObject() as? String {
                guard file.hasSuffix(".swift") else { continue }
                cited.formUnion(try numbers(after: "law ", in: text("\(folder)/\(file)")))
            }
        }
        #expect(cited.count > 10)
        #expect(cited.subtracting(laws).isEmpty)
    }

    /// The numbers that follow a word.
    private func numbers(after word: String, in text: String) -> [Int] {
        text.components(separatedBy: word).dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}
