// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TicTacToeHallOfFame
import TicTacToeRules
import Tributary

@Suite("The file of a hall of fame", .timeLimit(.minutes(30)))
struct HallOfFameFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tic-tac-toe-\(UUID())")
    private var path: String { folder.appending(path: "data/hall.json").path }

    private var records: Records {
        var state = HallOfFame.State.open(Records(), .unknown)
        let game = FinishedGame(id: UUID(), players: .people, result: .drawn)
        _ = HallOfFame().reduce(into: &state, action: .input(.record(game)))
        return state.records
    }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    @Test("is made with its folder, and read again")
    func keeps() async throws {
        defer { removeFolder() }
        let client = HallOfFameFile(path: path).client
        #expect(try await client.load() == .nothing)
        let (first, second) = (records, records)
        try await client.save(first)
        #expect(try await client.load() == .records(first))
        try await client.save(second)
        #expect(try await HallOfFameFile(path: path).client.load() == .records(second))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "data").path)
        #expect(files == ["hall.json"], "Nothing is left over from writing")
    }

    @Test("is kept aside when it is damaged, each time under another name")
    func damaged() async throws {
        defer { removeFolder() }
        let client = HallOfFameFile(path: path).client
        try await client.save(records)
        for (number, aside) in [(1, path + ".damaged"), (2, path + ".damaged-2"), (3, path + ".damaged-3")] {
            let text = "damage \(number)"
            try Data(text.utf8).write(to: URL(filePath: path))
            let sentence = "The hall of fame was damaged; it is kept as “\(aside)”, and a new one begins."
            #expect(try await client.load() == .damaged(sentence))
            #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
            #expect(try await client.load() == .nothing)
        }
        try await client.save(records)
        #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == "damage 1")
    }

    @Test("is not a folder: a folder is reported, and stays")
    func isFolder() async throws {
        defer { removeFolder() }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let client = HallOfFameFile(path: path).client
        await #expect(throws: (any Error).self) { try await client.load() }
        await #expect(throws: (any Error).self) { try await client.save(records) }
        var isFolder: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    }

    @Test("cannot be in a folder that is a file: the error is one sentence")
    func isBehindFile() async throws {
        defer { removeFolder() }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "data"))
        let client = HallOfFameFile(path: path).client
        do {
            try await client.save(records)
            Issue.record("It can’t be written.")
        } catch {
            #expect("\(error)".hasPrefix("The hall of fame can’t be written to “\(path)”: "))
            #expect("\(error)".hasSuffix("."))
        }
    }
}
