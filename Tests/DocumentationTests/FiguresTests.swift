// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Figures of the prose that do not depend on a clock are those that the benchmarks are held to.
@Suite("The figures of the article on boundaries", .timeLimit(.minutes(30)))
struct FiguresTests {
    private let article = Page(
        path: "Sources/Tributary/Tributary.docc/Articles/drawing-a-boundary.md",
        example: "DrawingABoundaryExample"
    )

    @Test(
        "are the allocations that were counted",
        arguments: [
            ("an input", "input"), ("an output, received by the app", "output"),
            ("a change of the app's state, sent to the feature", "state"),
            ("attaching it while the app runs", "attach"),
        ]
    )
    func allocations(row: String, scenario: String) throws {
        let counted = try thresholds("allocations")
        let cells = try #require(try cells(of: row))
        for (cell, name) in zip(cells, ["module/composed/\(scenario)", "module/\(scenario)"]) {
            let count = try #require(counted[name])
            let words = count == 0 ? "no allocation" : count == 1 ? "1 allocation" : "\(count) allocations"
            #expect(cell.hasSuffix(", \(words)"), "\(name): \(cell)")
        }
    }

    @Test("are the bytes that were counted, within the tolerance of the threshold")
    func bytes() throws {
        let counted = try thresholds("bytes")
        let cells = try #require(try cells(of: "memory besides the state"))
        func kilobytes(_ name: String) throws -> String {
            let hundreds = (try #require(counted[name]) - 16 + 50) / 100
            return "\(hundreds / 10).\(hundreds % 10) kB"
        }
        #expect(try cells[0] == "none; a scope for a screen: \(kilobytes("store/memory/scope"))")
        let separate = try ["module/memory", "module/memory/output", "module/memory/both"].map(kilobytes)
        #expect(cells[1] == "\(separate[0]); connected one way \(separate[1]), both ways \(separate[2])")
    }

    /// The cells of a row of a table, without its name.
    private func cells(of row: String) throws -> [String]? {
        try article.contents.split(separator: "\n").first { $0.hasPrefix("| \(row) |") }?
            .split(separator: "|").dropFirst().map { $0.trimmingPrefix(" ") }
            .map { $0.hasSuffix(" ") ? String($0.dropLast()) : String($0) }
    }

    private func thresholds(_ unit: String) throws -> [String: Int] {
        let lines = try Page(path: "Benchmarks/Thresholds/6.3/\(unit).txt", example: "").contents
            .split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let words = line.split(separator: " ")
                return (String(words[0]), Int(words[1]) ?? -1)
            }
        )
    }
}
