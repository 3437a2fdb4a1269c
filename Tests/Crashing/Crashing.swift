// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryTestSupport

/// Keeps a ledger in a journal, and is killed again and again.
///
///     Crashing run FOLDER PLACE COUNT DELAY    a life of the ledger, which ends at the place
///     Crashing kill FOLDER PLACE LIVES SEED    so many lives, and after each the proof that nothing is lost
@main
enum Crashing {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let place = Crash.Place(rawValue: arguments[3]),
            let number = Int(arguments[4]),
            let last = UInt64(arguments[5])
        else { fatalError("usage: Crashing run|kill FOLDER PLACE COUNT DELAY|SEED") }
        let folder = URL(filePath: arguments[2])
        if arguments[1] == "run" {
            try await live(in: folder, Crash(at: place, after: number, delay: UInt32(last)))
        } else {
            try await kill(in: folder, at: place, lives: number, seed: last)
        }
    }

    /// Writes numbers until the end, and prints each durable one.
    private static func live(in folder: URL, _ crash: Crash) async throws {
        let journal = try openJournal(in: folder, crash)
        let store = try await openStore(in: journal, folder, crash)
        let path = folder.appending(path: "told").path
        while true {
            let next = await store.state.count + 1
            try await store.send(.add(next)).committed()
            try append("\(next)\n", to: path)
        }
    }

    private static func openJournal(in folder: URL, _ crash: Crash) throws -> Journal {
        let log = try SQLiteLog(at: folder.appending(path: "ledger.sqlite").path)
        return Journal(
            CrashingLog(log: log, crash: crash),
            snapshots: .every(7),
            keep: .entries(for: crash.isInRetention ? .zero : .milliseconds(20))
        )
    }

    private static func openStore(in journal: Journal, _ folder: URL, _ crash: Crash) async throws
        -> StoreActor<Ledger.State, Ledger.Action>
    {
        let payments = folder.appending(path: "payments").path
        return try await journal.open("ledger", initialState: Ledger.State()) {
            Ledger(crash: crash, payments: payments)
        }
    }

    /// Starts a process that crashes, and checks its files.
    private static func kill(in folder: URL, at place: Crash.Place, lives: Int, seed: UInt64) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var generator = SeededGenerator(seed: seed)
        var (unacknowledged, counted) = (0, 0)
        for life in 1...lives {
            let process = Process()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = [
                "run", folder.path, place.rawValue, "\(Int.random(in: 1...25, using: &generator))",
                "\(Int.random(in: 0...4_000, using: &generator))",
            ]
            try process.run()
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
                fatalError("Life \(life) ended by itself, with \(process.terminationStatus).")
            }
            let journal = try openJournal(in: folder, Crash(at: .nowhere, after: 0, delay: 0))
            let told = numbers(in: folder.appending(path: "told"))
            let paid = numbers(in: folder.appending(path: "payments"))
            let payments = folder.appending(path: "payments").path
            let crash = Crash(at: .nowhere, after: 0, delay: 0)
            let replayed = try await journal.replay("ledger") { Ledger(crash: crash, payments: payments) }
            try await journal.verify("ledger") { Ledger(crash: crash, payments: payments) }
            let store = try await openStore(in: journal, folder, crash)
            let state = await store.state
            await journal.close()
            guard state == replayed else { fatalError("Life \(life): the store is not what a replay gives.") }
            guard state.count >= told.last ?? 0 else {
                fatalError("Life \(life): \(told.last ?? 0) was told, and \(state.count) is there.")
            }
            guard paid.allSatisfy({ $0 <= state.count }) else {
                fatalError("Life \(life): paid for \(paid.last ?? 0), and \(state.count) is there.")
            }
            guard Set(paid).count == paid.count else { fatalError("Life \(life): something was paid twice.") }
            if state.count > told.last ?? 0 { unacknowledged += 1 }
            counted = state.count
        }
        print(
            "\(place): killed \(lives) times, \(counted) entries of a number, \(unacknowledged) lives with one more than told"
        )
    }

    private static func numbers(in file: URL) -> [Int] {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Int($0) }
    }
}
