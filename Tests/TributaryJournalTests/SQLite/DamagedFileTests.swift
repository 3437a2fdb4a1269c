// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryJournal

@Suite("A journal whose file is damaged, or belongs to another program", .timeLimit(.minutes(30)))
struct DamagedFileTests {
    let folder = TemporaryFolder()
    var path: String { folder.path("journal.sqlite") }

    @Test func `never returns anything that was not written`() async throws {
        var lines: [String] = []
        let journal = try Journal(at: path, snapshots: .every(40))
        let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
        for index in 1...150 {
            lines.append("line \(index) of a diary that is kept in some pages")
            try await store.send(.write(lines[index - 1])).committed()
        }
        await journal.close()
        let whole = try Data(contentsOf: URL(filePath: path))
        var (generator, told) = (SeededGenerator(seed: 3), 0)
        for round in 1...amount(300, inDebug: 180) {
            var garbled = whole
            let count = Int.random(in: 1...64, using: &generator)
            let start = Int.random(in: 0..<(whole.count - count), using: &generator)
            for index in start..<(start + count) {
                garbled[index] = UInt8.random(in: 0...255, using: &generator)
            }
            let copy = folder.path("\(round).sqlite")
            try garbled.write(to: URL(filePath: copy))
            try FileManager.default.copyItem(atPath: path + "-lock", toPath: copy + "-lock")
            do {
                let journal = try Journal(at: copy)
                do {
                    let state = try await journal.replay("diary") { Diary() }
                    #expect(state.lines == lines, "bytes \(start)..<\(start + count)")
                } catch {
                    told += 1
                    #expect(error is ActionLogError || error is JournalError)
                }
                await journal.close()
            } catch {
                told += 1
                #expect([.foreign(place: copy)].contains(error) || Self.isDamaged(error), "\(error)")
            }
            // Unreadable files were not changed.
            for suffix in ["", "-wal", "-shm", "-lock"] {
                try? FileManager.default.removeItem(atPath: copy + suffix)
            }
        }
        #expect(told > 20)
    }

    private static func isDamaged(_ error: ActionLogError) -> Bool {
        switch error {
        case .damaged, .newer, .failed, .notWritable: true
        default: false
        }
    }

    @Test func `reports a name that was changed on the disk`() async throws {
        let journal = try Journal(at: path)
        _ = try await journal.open("a name to be found", initialState: Diary.State()) { Diary() }
        await journal.close()
        let whole = try Data(contentsOf: URL(filePath: path))
        var place = whole.startIndex
        var count = 0
        // In the table, and in its index.
        while let range = whole.range(of: Data("a name to be found".utf8), in: place..<whole.endIndex) {
            place = range.upperBound
            count += 1
            var changed = whole
            changed[range.lowerBound] ^= 1
            try changed.write(to: URL(filePath: path))
            #expect {
                try Journal(at: path)
            } throws: { error in
                if case .damaged = error as? ActionLogError { return true }
                return false
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == changed)
        }
        #expect(count >= 2)
    }

    @Test func `reports the mark of another file`() async throws {
        let other = folder.path("other.sqlite")
        for place in [path, other] {
            let journal = try Journal(at: place)
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            try await store.send(.write("a")).committed()
            await journal.close()
        }
        let whole = try Data(contentsOf: URL(filePath: path))
        try Data(contentsOf: URL(filePath: other + "-lock")).write(to: URL(filePath: path + "-lock"))
        #expect {
            try Journal(at: path)
        } throws: { error in
            guard case .damaged(_, let details) = error as? ActionLogError else { return false }
            return details.contains("belongs to another file")
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == whole)
    }

    @Test func `reports an action that this version does not know, and changes nothing`() async throws {
        let journal = try Journal(at: path)
        let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
        try await store.send(.write("a")).committed()
        try await store.send(.roll).committed()
        await journal.close()
        let again = try Journal(at: path)
        await #expect {
            try await again.open("diary", initialState: Diary.State()) { Older() }
        } throws: { error in
            guard case .undecodable("diary", 2, _) = error as? JournalError else { return false }
            return true
        }
        // A version that knows the action can open it.
        let known = try await again.open("diary", initialState: Diary.State()) { Diary() }
        #expect(await known.state.lines.count == 2)
        await again.close()
    }

    /// A version that only writes.
    private struct Older: Reducer {
        enum Action: Sendable, Journaled {
            case write(String)

            struct AllCasePaths {}
            static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        func reduce(into state: inout Diary.State, action: Action) -> Effect<Action> { .none }
    }

    @Test func `reports a folder that cannot be written`() throws {
        let folder = folder.url.appending(path: "read-only")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        var places = [folder.appending(path: "journal.sqlite").path]
        // Permissions do not hold back an administrator.
        if FileManager.default.isWritableFile(atPath: folder.path) { places = [] }
        #if os(Linux)
        places.append("/proc/journal.sqlite")
        #endif
        for place in places {
            #expect {
                try Journal(at: place)
            } throws: { error in
                if case .notWritable(place, _) = error as? ActionLogError { return true }
                return false
            }
        }
    }

    #if os(Linux)
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock")))
    func `reports another process that writes, until that ends`() async throws {
        try await Journal(at: path).close()
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", #"exec 9>>"$0"; /usr/bin/flock -n 9 && echo locked && cat"#, path + "-lock",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "locked\n")
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ActionLogError.inUse(place: path)) { try Journal(at: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        try await Journal(at: path).close()
    }
    #endif
}
