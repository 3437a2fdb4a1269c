// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TerminalKit
import Testing

@Suite("Lines are read", .timeLimit(.minutes(30)))
struct LineReaderTests {
    @Test("with every kind of end, and without one")
    func ends() async throws {
        #expect(try await lines("a\nb\r\n\nlast") == ["a", "b", "", "last"])
        #expect(try await lines("") == [])
    }

    @Test("up to a limit, whatever is typed")
    func limit() async throws {
        #expect(
            try await lines(String(repeating: "x", count: 20_000) + "\nnext", limit: 5) == ["xxxxx", "next"]
        )
    }

    private func lines(_ text: String, limit: Int = 4096) async throws -> [String] {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try pipe.fileHandleForWriting.close()
        let reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor, limit: limit)
        var lines: [String] = []
        while let line = await reader.next() { lines.append(line) }
        return lines
    }
}
