// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TributaryLog

@Suite("A session", .timeLimit(.minutes(30)))
struct LogSessionTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID()).session")
        .path

    private var session: LogSession {
        LogSession(
            name: "shop of “Ada”",
            start: LogSnapshot(
                name: "shop of “Ada”",
                sequence: 2,
                time: LogTime(milliseconds: 1),
                fingerprint: "Shop.Shop 1",
                contents: Array(#"{"a":"\n"}"#.utf8)
            ),
            commits: [
                LogCommit(
                    name: "shop of “Ada”",
                    sequence: 3,
                    count: 2,
                    time: LogTime(milliseconds: 5),
                    contents: Array(#"{"e":[]}"#.utf8)
                ),
                LogCommit(
                    name: "shop of “Ada”",
                    sequence: 5,
                    time: LogTime(milliseconds: 6),
                    contents: Array("{}".utf8)
                ),
            ]
        )
    }

    @Test func `is read as it was written`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try session.write(to: path)
        #expect(try LogSession(contentsOf: path) == session)
    }

    @Test func `that was cut anywhere is reported, or ends with a whole commit`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try session.write(to: path)
        let whole = try Data(contentsOf: URL(filePath: path))
        var read = 0
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: URL(filePath: path))
            guard let cut = try? LogSession(contentsOf: path) else { continue }
            read += 1
            #expect(cut.start == session.start)
            #expect(session.commits.starts(with: cut.commits))
        }
        // After the snapshot, and after the first commit.
        #expect(read == 2)
    }

    @Test(arguments: [
        "", "hello", "tributary session 2\tshop\n", "tributary session 1\tshop\nsnapshot x 1 f\t{}\n",
    ])
    func `of another program is reported`(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(throws: ActionLogError.self) { try LogSession(contentsOf: path) }
    }
}
