// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import StandupsStorage
import Testing
import Tributary

@Suite("A file of standups", .timeLimit(.minutes(30)))
struct StandupFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "standups-\(UUID())")

    private var path: String { folder.appending(path: "deep/standups.json").path }

    private func failure(_ work: () async throws -> Void) async -> KeepingFailure? {
        do { try await work() } catch { return error as? KeepingFailure }
        return nil
    }

    @Test("that does not exist is empty, and is created with its folder")
    func keeps() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let keeper = StandupFile(path: path).keeper
        #expect(try await keeper.load() == [])
        try await keeper.save(standups: [.search, .export])
        #expect(try await StandupFile(path: path).keeper.load() == [.search, .export])
        try await keeper.save(standups: [.export])
        #expect(try await keeper.load() == [.export])
    }

    @Test("that is damaged is kept aside, and so is the next one")
    func damaged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let keeper = StandupFile(path: path).keeper
        for (number, suffix) in [".damaged", ".damaged-2"].enumerated() {
            try await keeper.save(standups: [])
            let damage = Data("damage \(number)".utf8)
            try damage.write(to: URL(filePath: path))
            let failure = await failure { _ = try await keeper.load() }
            #expect(failure?.operation == .load && failure?.keptAside == path + suffix)
            #expect(try Data(contentsOf: URL(filePath: path + suffix)) == damage)
            #expect(try await keeper.load() == [])
        }
    }

    @Test("that cannot be read or written reports why, and is not changed")
    func refused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // A file has the path of the folder.
        try Data("mine".utf8).write(to: folder)
        let keeper = StandupFile(path: path).keeper
        let unread = await failure { _ = try await keeper.load() }
        #expect(unread?.operation == .load && unread?.keptAside == nil)
        let unwritten = await failure { try await keeper.save(standups: [.export]) }
        #expect(unwritten?.operation == .save && unwritten?.reason.contains(path) == true)
        #expect(try Data(contentsOf: folder) == Data("mine".utf8))
    }
}
