// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryJournal

@Suite("The names of logs and files", .timeLimit(.minutes(30)))
struct NameTests {
    let folder = TemporaryFolder()
    var path: String { folder.path("log.sqlite") }

    /// Letters that are equal and differ in their bytes, and characters that end a text elsewhere.
    private static let letters = [
        "a", "A", "\0", "\u{1}", "é", "e\u{301}", "e", "\u{301}", "Å", "A\u{30a}", "\u{212b}", "각", "각",
        "ﬁ", "fi", "😀", "'", "\"", "%", "\u{200b}", "\u{feff}", " ", "ệ", "e\u{302}\u{323}",
        "e\u{323}\u{302}", "ß", "ss",
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `are one log exactly if they are equal as strings`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var model: [String: [LogCommit]] = [:]
        var log = try SQLiteLog(at: path)
        for _ in 0..<400 {
            let name = (0..<Int.random(in: 0...2, using: &random))
                .map { _ in Self.letters.randomElement(using: &random)! }.joined()
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                await log.close()
                log = try SQLiteLog(at: path)
            case 1..<12:
                let sequence = (model[name]?.last?.last ?? 0) + 1
                let commit = LogCommit(
                    name: name,
                    sequence: sequence,
                    time: LogTime(milliseconds: 1),
                    contents: [UInt8.random(in: 0...255, using: &random)]
                )
                try await log.append(commit)
                model[name, default: []].append(commit)
            case 12..<14:
                guard let last = model[name]?.last else { continue }
                let snapshot = snapshot(name, last.last)
                try await log.keep(snapshot, droppingBefore: nil)
                #expect(try await log.snapshot(of: name, upTo: .max) == snapshot)
            default:
                #expect(try await log.commits(of: name, after: 0, limit: .max) == model[name] ?? [])
            }
        }
        for (name, commits) in model {
            #expect(try await log.commits(of: name, after: 0, limit: .max) == commits)
        }
        let names = try await log.names()
        #expect(Set(names) == Set(model.keys) && names.count == model.count)
        await log.close()
    }

    @Test func `of stores that are equal are one store`() async throws {
        let journal = try Journal(at: path)
        let store = try await journal.open("caf\u{e9}", initialState: Diary.State()) { Diary() }
        try await store.send(.write("a")).committed()
        await journal.close()
        let other = try Journal(at: path)
        let same = try await other.open("cafe\u{301}", initialState: Diary.State()) { Diary() }
        #expect(await same.state.lines == ["a"])
        await other.close()
    }

    @Test func `of a file cannot have a NUL, which would end it`() throws {
        #expect {
            try SQLiteLog(at: folder.path("a") + "\0b.sqlite")
        } throws: { error in
            if case .notWritable(_, let reason) = error as? ActionLogError {
                return reason.contains("U+0000")
            }
            return false
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).isEmpty)
    }

    @Test func `that are hard links do not admit a second writer`() async throws {
        let log = try SQLiteLog(at: path)
        for isWritten in [false, true] {
            if isWritten { try await log.append(commit("a", 1)) }
            let link = folder.path("link \(isWritten).sqlite")
            try FileManager.default.linkItem(atPath: path, toPath: link)
            #expect {
                try SQLiteLog(at: link)
            } throws: { error in
                if case .notWritable(_, let reason) = error as? ActionLogError {
                    return reason.contains("hard link")
                }
                return false
            }
        }
        try await log.append(commit("a", 2))
        await log.close()
    }

    @Test(arguments: [false, true])
    func `that are symbolic links lead to the file and its companions`(isFirst: Bool) async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("other"),
            withIntermediateDirectories: true
        )
        let link = folder.path("other/link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../log.sqlite")
        let log = try SQLiteLog(at: isFirst ? link : path)
        #expect(throws: ActionLogError.self) { try SQLiteLog(at: isFirst ? path : link) }
        try await log.append(commit("a", 1))
        await log.close()
        for path in [path, link] {
            try await using(path) { log in
                let found = try await log.commits(of: "a", after: 0, limit: 9)
                #expect(found.count == 1)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("other")) == ["link.sqlite"])
    }
}
