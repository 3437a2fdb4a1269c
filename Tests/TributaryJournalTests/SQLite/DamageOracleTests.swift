// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryJournal

/// Damages the files of a journal in every way at random places, and compares the opened stores with the
/// written ones.
///
/// `Scripts/explore.sh damage` runs it with more rounds and other seeds.
@Suite("A journal whose files were damaged anywhere", .timeLimit(.minutes(30)))
struct DamageOracleTests {
    private struct Tally: Reducer {
        struct State: Codable, Equatable, Sendable {
            var count = 0
            var digest: UInt64 = 0
        }

        enum Action: Equatable, Sendable, Journaled {
            case add(Int, String)

            struct AllCasePaths {}
            static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            guard case .add(let number, let text) = action else { return .none }
            state.count += 1
            // It depends on each action and on their order.
            state.digest = state.digest &* 0x0000_0100_0000_01b3 &+ UInt64(number) &+ UInt64(text.utf8.count)
            return .none
        }
    }

    private static let stores = ["lobby", "kitchen", "a name that is somewhat longer"]
    private static let suffixes = ["", "-wal", "-lock"]

    /// The files of a journal, and the states of its stores.
    private struct Original {
        var files: [String: Data] = [:]
        var states: [Tally.State] = []
    }

    private static let rounds =
        ProcessInfo.processInfo.environment["TRIBUTARY_DAMAGE_ROUNDS"].flatMap(Int.init)
        ?? amount(120, inDebug: 50)
    private static let seed =
        ProcessInfo.processInfo.environment["TRIBUTARY_DAMAGE_SEED"].flatMap(UInt64.init) ?? 1

    enum Condition: CaseIterable {
        /// Closed, so everything is in one file.
        case closed
        /// Copied while it was open, as a process that is killed leaves it; some of it was moved into the file before.
        case killed
        /// All that was acknowledged is in the write-ahead log.
        case young
    }

    private func makeOriginal(_ condition: Condition, keepsAll: Bool, in folder: TemporaryFolder) async throws
        -> Original
    {
        let path = folder.path("original.sqlite")
        let journal = try Journal(
            at: path,
            snapshots: .every(keepsAll ? 1_000 : 40),
            keep: keepsAll ? .everything : .entries(for: .zero)
        )
        var original = Original()
        var open: [StoreActor<Tally.State, Tally.Action>] = []
        for name in Self.stores {
            open.append(try await journal.open(name, initialState: Tally.State()) { Tally() })
        }
        for number in 0..<(condition == .young ? 60 : 300) {
            let text = String(repeating: "x", count: number % 7 * 40)
            try await open[number % (number.isMultiple(of: 5) ? 3 : 2)].send(.add(number, text)).committed()
        }
        for store in open { original.states.append(await store.state) }
        if condition == .closed { await journal.close() }
        for suffix in Self.suffixes {
            original.files[suffix] = FileManager.default.contents(atPath: path + suffix)
        }
        await journal.close()
        return original
    }

    @Test(arguments: Condition.allCases, [false, true])
    func `opens with the same state, or not at all`(condition: Condition, keepsAll: Bool) async throws {
        let folder = TemporaryFolder()
        let original = try await makeOriginal(condition, keepsAll: keepsAll, in: folder)
        var generator = SeededGenerator(seed: Self.seed)
        var (same, refused) = (0, 0)
        for round in 0..<Self.rounds {
            var files = original.files
            // The first is undamaged: the oracle has to find everything.
            let damage = round == 0 ? "none" : Self.damage(&files, using: &generator)
            let path = folder.path("\(round).sqlite")
            for (suffix, contents) in files { try contents.write(to: URL(filePath: path + suffix)) }
            do {
                let found = try await states(at: path)
                #expect(found == original.states, "round \(round) of seed \(Self.seed): \(damage)")
                same += 1
            } catch {
                #expect(error is ActionLogError || error is JournalError)
                refused += 1
            }
            for suffix in Self.suffixes + ["-shm"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
            if round == 0 { try #require(same == 1) }
        }
        #expect(same > Self.rounds / 100 && refused > Self.rounds / 10)
        print(
            "\(condition), \(keepsAll ? "all" : "little") kept: \(same) the same, \(refused) refused, 0 others expected"
        )
    }

    private func states(at path: String) async throws -> [Tally.State] {
        let journal = try Journal(at: path)
        do {
            var states: [Tally.State] = []
            for name in Self.stores {
                // Another initial state than the stored one: a log that starts again has another state, too.
                let anew = Tally.State(count: -1, digest: 7)
                states.append(try await journal.open(name, initialState: anew) { Tally() }.state)
            }
            await journal.close()
            return states
        } catch {
            await journal.close()
            throw error
        }
    }

    /// Damages one of the files.
    ///
    /// Returns a description of the damage.
    private static func damage(_ files: inout [String: Data], using generator: inout SeededGenerator)
        -> String
    {
        let suffix = files.keys.sorted().randomElement(using: &generator) ?? ""
        var contents = files[suffix] ?? Data()
        defer { files[suffix] = contents }
        let pageSize = 4_096
        func page(_ generator: inout SeededGenerator) -> Range<Int> {
            let number = Int.random(in: 0...max(0, contents.count / pageSize - 1), using: &generator)
            return min(number * pageSize, contents.count)..<min((number + 1) * pageSize, contents.count)
        }
        guard !contents.isEmpty else { return "nothing: file\(suffix) is empty" }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2:
            let bit = Int.random(in: 0..<contents.count * 8, using: &generator)
            contents[bit / 8] ^= 1 << (bit % 8)
            return "bit \(bit) of file\(suffix)"
        case 3...5:
            let start = page(&generator).lowerBound
            let bit = Int.random(in: start * 8..<min(start + 120, contents.count) * 8, using: &generator)
            contents[bit / 8] ^= 1 << (bit % 8)
            return "bit \(bit) of file\(suffix), in the head of a page"
        case 6:
            let (from, to) = (page(&generator), page(&generator))
            if from.count == to.count { contents.replaceSubrange(to, with: contents.subdata(in: from)) }
            return "page \(to.lowerBound / pageSize) of file\(suffix) is page \(from.lowerBound / pageSize)"
        case 7:
            let (left, right) = (page(&generator), page(&generator))
            if left.count == right.count {
                let (first, second) = (contents.subdata(in: left), contents.subdata(in: right))
                contents.replaceSubrange(left, with: second)
                contents.replaceSubrange(right, with: first)
            }
            return
                "pages \(left.lowerBound / pageSize) and \(right.lowerBound / pageSize) of file\(suffix) changed places"
        case 8:
            let zeros = page(&generator)
            contents.resetBytes(in: zeros)
            return "page \(zeros.lowerBound / pageSize) of file\(suffix) is empty"
        default:
            let isWhole = Int.random(in: 0..<8, using: &generator) == 0
            let count = isWhole ? 0 : Int.random(in: 0..<contents.count, using: &generator)
            contents = contents.prefix(count)
            return "file\(suffix) ends after \(count) bytes"
        }
    }

    @Test(arguments: suffixes)
    func `is refused without one of its files`(suffix: String) async throws {
        for condition in Condition.allCases where condition != .closed || suffix != "-wal" {
            let folder = TemporaryFolder()
            let original = try await makeOriginal(condition, keepsAll: true, in: folder)
            let path = folder.path("copy.sqlite")
            for (other, contents) in original.files where other != suffix {
                try contents.write(to: URL(filePath: path + other))
            }
            await #expect(throws: ActionLogError.self) { try await states(at: path) }
            for (other, contents) in original.files where other != suffix && other != "-lock" {
                #expect(
                    FileManager.default.contents(atPath: path + other) == contents,
                    "it was left as it was"
                )
            }
        }
    }
}
