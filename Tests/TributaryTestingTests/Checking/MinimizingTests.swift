// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryLog
import TributaryTesting

import func TributaryTestSupport.amount

@Suite("A session is made as short as possible", .timeLimit(.minutes(30)))
struct MinimizingTests {
    private let files = SessionFiles()

    @Test("Thousands of actions become the six that are needed", arguments: [1, 2, 3] as [UInt64])
    func six(seed: UInt64) async throws {
        try Accounts.write(Accounts.recorded(3_000, seed: seed), to: files.path)
        let minimized = try await minimize(session: files.path, to: files.output) {
            Accounts()
        } failing: {
            $0.isBroken
        }
        #expect(minimized.recordedCount > 3_000)
        #expect(minimized.actions.count == Accounts.leastCount)
        // The least that can be lost; the account stays, because all actions name the same.
        guard case .deposit(let id, let amount) = minimized.actions[1] else {
            Issue.record("\(minimized.actions)")
            return
        }
        #expect(amount == 1 && minimized.actions.first == .open(id) && minimized.actions.last == .close(id))
        let state = try await replay(session: files.output) { Accounts() }
        #expect(state.isBroken)
    }

    @Test(
        "Forty thousand actions become the least, with few tries",
        arguments: 11..<UInt64(11 + amount(5, inDebug: 1))
    )
    func fortyThousand(seed: UInt64) async throws {
        try Accounts.write(Accounts.recorded(40_000, seed: seed), to: files.path)
        let minimized = try await minimize(session: files.path) {
            Accounts()
        } failing: {
            $0.isBroken
        }
        #expect(minimized.recordedCount > 40_000)
        #expect(minimized.actions.count * 10 <= Accounts.leastCount * 12)
        #expect(minimized.probeCount < 600)
    }

    @Test("A session without a failure is an error")
    func noFailure() async throws {
        try Accounts.write([.open(1), .deposit(1, 5)], to: files.path)
        await #expect(throws: MinimizingError.noFailure) {
            try await minimize(session: files.path) {
                Accounts()
            } failing: {
                $0.isBroken
            }
        }
    }

    @Test("The first wrong state counts: the actions after it are left out, whatever they repair")
    func repaired() async throws {
        let actions = Accounts.recorded(50, seed: 4)
        try Accounts.write(actions + [.open(7), .close(7)], to: files.path)
        let minimized = try await minimize(session: files.path) {
            Accounts()
        } failing: {
            $0.isBroken
        }
        #expect(minimized.actions.count == Accounts.leastCount)
    }

    @Test("Actions of an effect are omitted with the action that began the effect, and get new numbers")
    func causes() async throws {
        func entry(_ action: Ping.Action, _ cause: Int? = nil) -> JournalEntry<Ping.Action> {
            JournalEntry(action: action, time: LogTime(milliseconds: 0), cause: cause)
        }
        let entries = [
            entry(.other), entry(.ping(1)), entry(.ping(2)), entry(.pong(1), 2), entry(.other),
            entry(.pong(2), 3),
        ]
        try writeSession(of: entries, startingWith: Ping.State(), to: files.path)
        let minimized = try await minimize(session: files.path, to: files.output) {
            Ping()
        } failing: {
            $0.pongs.contains(2)
        }
        // The payload is as small as one that contains two can be.
        #expect(minimized.actions == [.ping(0), .pong(2)])
        let commits = try LogSession(contentsOf: files.output).commits
        let written = try CommitCoding<Ping.Action>().decode(commits).joined()
        #expect(written.map(\.cause) == [nil, 1])
    }

    @Test("A payload is made smaller as far as it can be decoded and the session fails")
    func payloads() async throws {
        let time = LogTime(milliseconds: 0)
        let action = Note.Action.write(
            Note(
                title: String(repeating: "x", count: 40),
                tags: ["a", "b", "c", "d"],
                number: 1_000_003,
                share: 3.75,
                isNew: true,
                date: Date(timeIntervalSinceReferenceDate: 0)
            )
        )
        try writeSession(
            of: [JournalEntry(action: action, time: time, cause: nil)],
            startingWith: Note.State(),
            to: files.path
        )
        let minimized = try await minimize(session: files.path) {
            Reduce<Note.State, Note.Action> { state, action in
                if case .write(let note) = action { state.notes.append(note) }
                return .none
            }
        } failing: { state in
            state.notes.contains { $0.title.count >= 3 && $0.tags.count >= 2 && $0.number > 1_000 }
        }
        guard case .write(let note)? = minimized.actions.first else {
            Issue.record("There is no action.")
            return
        }
        #expect(note.title == "xxx" && note.tags == ["", ""] && note.number == 1_001 && note.share == 0)
        #expect(note.isNew && minimized.probeCount < 200)
    }
}

#if os(macOS) || os(Linux) || os(Windows)
extension MinimizingTests {
    @Test("A trap counts as a failure, and the next process repeats no probe of an earlier one")
    func trap() async throws {
        #if DEBUG
        // Each action, and each bit of an amount, is a process more.
        let actions: [Accounts.Action] = [
            .open(1), .rename(1), .deposit(1, 4), .hold(1, 2), .hold(1, 0), .open(2), .hold(1, 1), .close(1),
        ]
        #else
        let actions = Accounts.recorded(12, seed: 2)
        #endif
        try Accounts.write(actions, to: files.path)
        var count = 0
        // Each process ends in a trap, until no probe that is left traps.
        while !FileManager.default.fileExists(atPath: files.output), count < 500 {
            count += 1
            _ = await failures {
                await #expect(processExitsWith: .success) {
                    [
                        path = files.path as String, output = files.output as String,
                        probes = files.probes as String
                    ] in
                    setenv("TRIBUTARY_PROBES", probes, 1)
                    try await minimize(session: path, to: output) {
                        Accounts(traps: true)
                    } failing: { _ in
                        false
                    }
                }
            }
        }
        let session = try LogSession(contentsOf: files.output)
        #expect(session.commits.count == Accounts.leastCount)
        let lines = try String(contentsOfFile: files.probes, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0 == "?!" } == count - 1)
        #expect(lines.count { $0 == "?-" } == lines.count - (count - 1))
    }
}
#endif

/// The file that `tributary-log minimize` passes to a test.
private let commandsFile = ProcessInfo.processInfo.environment["TRIBUTARY_SESSION"]

extension MinimizingTests {
    @Test("tributary-log runs this test, with its own file", .enabled(if: commandsFile != nil))
    func minimizedByCommand() async throws {
        try await minimize(session: "no such file") {
            Accounts(traps: true)
        } failing: { _ in
            false
        }
    }
}

/// The paths of a session, of its shorter one, and of the results of probes; removed at the end.
final class SessionFiles: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    init() { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appending(path: "bug.tributary").path }
    var output: String { folder.appending(path: "small.tributary").path }
    var probes: String { folder.appending(path: "probes").path }
}

/// Counts the actions of effects.
private struct Ping: Reducer {
    struct State: Hashable, Codable { var pongs: Set<Int> = [] }

    enum Action: Hashable, Journaled {
        case ping(Int), pong(Int), other

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .pong(let number) = action { state.pongs.insert(number) }
        return .none
    }
}

/// A payload with values of all kinds.
private struct Note: Hashable, Codable {
    var title: String
    var tags: [String]
    var number: Int
    var share: Double
    var isNew: Bool
    var date: Date

    struct State: Hashable, Codable { var notes: [Note] = [] }

    enum Action: Hashable, Journaled {
        case write(Note)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
}
