// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryLog

/// Checks that a log keeps every promise of `ActionLog`, and fails with those that it does not keep.
///
/// ```swift
/// await checkActionLog { former in try SQLiteLog(at: path) }
/// await checkActionLog { former in former?.restarted() ?? MemoryLog() }
/// ```
/// The place may hold other logs: the names that are used here are new each time.
///
/// - Parameters:
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
///   - open: Opens the log, at the same place each time. It is given the log that was open before, which is closed.
public nonisolated(nonsending) func checkActionLog<Log: ActionLog>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ open: (_ former: Log?) async throws -> Log
) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await checkPromises(ActionLogCheck.promises.map(\.0), of: "ActionLog", at: site, open) {
        log,
        prefix,
        index in
        let reading = try await ActionLogCheck.promises[index].1(ActionLogCheck(log: log, prefix: prefix))
        return reading.map { reading in { try await reading(ActionLogCheck(log: $0, prefix: prefix)) } }
    }
}

/// Checks promises, each in a log that was opened for it, and again in the log that is opened at the same place later.
nonisolated(nonsending) func checkPromises<Log: ActionLog>(
    _ promises: [String],
    of kind: String,
    at site: CallSite,
    _ open: (_ former: Log?) async throws -> Log,
    _ check: (Log, _ prefix: String, _ index: Int) async throws -> ((Log) async throws -> Void)?
) async {
    let prefix = "check \(UInt64.random(in: 0 ... .max)) "
    var former: Log?
    for (index, promise) in promises.enumerated() {
        do {
            let log = try await open(former)
            let reading = try await check(log, "\(prefix)\(promise) ", index)
            await log.close()
            former = log
            guard let reading else { continue }
            // Acknowledged commits are there when the log is opened again.
            let reopened = try await open(former)
            former = reopened
            try await reading(reopened)
            await reopened.close()
        } catch {
            site.fail("\(Log.self) does not keep a promise of `\(kind)`: \(promise). \(error)")
            await former?.close()
        }
    }
}

/// One promise, looked at in logs of its own.
struct ActionLogCheck {
    let log: any ActionLog
    let prefix: String

    typealias Reading = (ActionLogCheck) async throws -> Void

    /// The promises, each with its check, which returns a second check for the log after it was opened again.
    static let promises: [(String, @Sendable (ActionLogCheck) async throws -> Reading?)] = [
        ("commits are given as they were appended, in order", { try await $0.givesCommits() }),
        ("contents and names may be anything", { try await $0.takesAnything() }),
        (
            "commits are given that end after an entry, and no more than asked for",
            { try await $0.givesAfter() }
        ),
        ("a number is claimed once", { try await $0.claimsOnce() }),
        ("of many who claim a number, one gets it", { try await $0.claimsOnceAmongMany() }),
        ("a number stays claimed when its commit was dropped", { try await $0.claimsForEver() }),
        ("many logs are appended to at once, and each append returns", { try await $0.appendsAtOnce() }),
        ("a snapshot is given by the entry at which it was taken", { try await $0.givesSnapshots() }),
        ("dropped entries are old, and a remaining snapshot replaces them", { try await $0.drops() }),
        ("a log of another name is not touched", { try await $0.keepsApart() }),
        ("a log that is closed does nothing, and was finished", { try await $0.closes() }),
    ]

    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    func name(_ name: String) -> String { prefix + name }

    func commit(_ name: String, _ sequence: Int, count: Int = 1, _ contents: [UInt8]? = nil) -> LogCommit {
        LogCommit(
            name: self.name(name),
            sequence: sequence,
            count: count,
            time: LogTime(milliseconds: 1_700_000_000_000 + sequence),
            contents: contents ?? Array("\(name) \(sequence)".utf8)
        )
    }

    func snapshot(_ name: String, _ sequence: Int, time: Int? = nil) -> LogSnapshot {
        LogSnapshot(
            name: self.name(name),
            sequence: sequence,
            time: LogTime(milliseconds: time ?? sequence),
            fingerprint: "Shop.Shop 1\u{1F}7 ünter",
            contents: Array("state \(sequence)".utf8)
        )
    }

    func commits(_ name: String, after: Int = 0, limit: Int = .max) async throws -> [LogCommit] {
        try await log.commits(of: self.name(name), after: after, limit: limit)
    }

    func newest(_ name: String, upTo sequence: Int = .max) async throws -> LogSnapshot? {
        try await log.snapshot(of: self.name(name), upTo: sequence)
    }

    func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
        guard found != expected else { return }
        throw Broken(description: "\(what): \(expected) was expected, and it is \(found).")
    }

    func expectFenced(_ commit: LogCommit, _ what: String) async throws {
        do {
            try await log.append(commit)
        } catch ActionLogError.fenced(commit.name, commit.sequence) {
            return
        } catch {
            throw Broken(description: "\(what): it was not `fenced`, but \(error)")
        }
        throw Broken(description: "\(what): it was appended.")
    }
}
