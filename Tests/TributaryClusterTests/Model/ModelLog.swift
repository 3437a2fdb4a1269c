// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

@testable import TributaryCluster

/// An entry of a log of the model.
enum ModelEntry: Hashable {
    case claim(node: Int, opening: Int)

    /// A command, with the hash of all entries before it, as the store had them that reduced it.
    case command(id: String, base: Int)
}

struct ModelRecord: Hashable {
    let log: String
    let sequence: Int
    let entry: ModelEntry

    /// Identifies the writer, when the record is written again because an answer was lost.
    let writer: Int

    /// The message that it removes.
    var message: Int?
}

/// A database that shows unreplicated data, and loses it when the primary dies.
struct ModelLog {
    private enum Write {
        case record(ModelRecord)
        case mail([MailboxChange])

        /// A server that became the primary gives no number to a message that the former one may have given.
        case begin(after: Int)
    }

    private var writes: [Write] = []

    /// How many of the writes a standby has.
    private var durable = 0

    /// The written records.
    private(set) var records: [ModelRecord] = []
    private(set) var messages = MessageTable()

    /// How many of the records a standby has.
    private(set) var durableRecords = 0

    /// Rises whenever the durable records change.
    private(set) var durableVersion = 0

    /// Answers, which no standby has.
    private var answers: [String: [MailboxAnswer]] = [:]
    private var failovers = 0

    /// The time by the clock of the server.
    var time = LogTime(milliseconds: 0)

    /// The records that the former primary shows to readers.
    private(set) var former: [ModelRecord]?

    /// Whether it is unreachable.
    var isCutOff = false

    /// A planted fault: an entry may follow a missing one.
    var allowsGaps = false

    /// A planted fault: a commit may remove a missing message.
    var removesAnything = false

    /// A planted fault: numbers of messages that were lost are given again.
    var reusesNumbers = false

    /// How many writes no standby has.
    var uncertain: Int { writes.count - durable }

    /// Writes a record, if its number is free, it follows the last record, and its message waits.
    ///
    /// - Returns: Whether it was written.
    mutating func write(_ record: ModelRecord) -> Bool {
        let log = records.filter { $0.log == record.log }
        if let there = log.first(where: { $0.sequence == record.sequence }) {
            return there.writer == record.writer
        }
        guard
            allowsGaps || record.sequence == 1 || log.contains(where: { $0.sequence == record.sequence - 1 })
        else { return false }
        if let message = record.message, !messages.contains(message), !removesAnything { return false }
        writes.append(.record(record))
        records.append(record)
        if let message = record.message { messages.apply([.remove(message)], at: time) }
        return true
    }

    /// Changes messages.
    ///
    /// - Returns: The nodes that are woken.
    mutating func change(_ changes: [MailboxChange]) -> Set<String> {
        for case .answer(let answer) in changes { answers[answer.sender.node, default: []].append(answer) }
        writes.append(.mail(changes))
        return messages.apply(changes, at: time)
    }

    mutating func takeAnswers(for node: String) -> [MailboxAnswer] {
        answers.removeValue(forKey: node) ?? []
    }

    /// Removes expired messages, also for a standby: a message of the same key that comes later has another number.
    mutating func expire() {
        guard !messages.isEmpty else { return }
        let numbers = messages.messages().map(\.number)
        messages.expire(at: time)
        let expired = numbers.filter { !messages.contains($0) }
        if !expired.isEmpty { writes.append(.mail(expired.map { .remove($0) })) }
    }

    func isDurable(_ record: ModelRecord) -> Bool { records.prefix(durableRecords).contains(record) }

    func isThere(_ record: ModelRecord) -> Bool { records.contains(record) }

    mutating func replicate(_ count: Int) {
        let end = min(writes.count, durable + min(count, writes.count))
        guard end > durable else { return }
        for write in writes[durable..<end] { if case .record = write { durableRecords += 1 } }
        durable = end
        durableVersion += 1
    }

    /// The primary dies, and a standby continues with its data: everything that was acknowledged, and perhaps
    /// more.
    mutating func failOver(keeping count: Int) {
        former = records
        writes = Array(writes.prefix(durable + count))
        durable = writes.count
        (records, answers) = ([], [:])
        failovers += 1
        messages = MessageTable()
        for write in writes {
            switch write {
            case .record(let record):
                records.append(record)
                if let message = record.message { messages.apply([.remove(message)], at: time) }
            case .mail(let changes): messages.apply(changes, at: time)
            case .begin(let number): messages.begin(after: number)
            }
        }
        if !reusesNumbers {
            messages.begin(after: failovers * 1_000_000)
            writes.append(.begin(after: failovers * 1_000_000))
            durable = writes.count
        }
        durableRecords = records.count
        durableVersion += 1
    }

    mutating func mend() { (former, isCutOff) = (nil, false) }

    /// The entries of a log, by their numbers.
    func entries(of log: String, fromFormer: Bool = false) -> [Int: ModelEntry] {
        let all = fromFormer ? former ?? records : records
        return Dictionary(uniqueKeysWithValues: all.filter { $0.log == log }.map { ($0.sequence, $0.entry) })
    }

    /// The durable entries of a log, by their numbers.
    func durableEntries(of log: String) -> [Int: ModelEntry] {
        let all = records.prefix(durableRecords).filter { $0.log == log }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.sequence, $0.entry) })
    }

    /// The numbers from one on without a gap.
    static func whole(_ entries: [Int: ModelEntry]) -> [ModelEntry] {
        var result: [ModelEntry] = []
        while let entry = entries[result.count + 1] { result.append(entry) }
        return result
    }

    /// A number for a list of entries, the same in each process.
    static func hash(_ entries: some Sequence<ModelEntry>) -> Int {
        entries.reduce(emptyHash) { hash($0, $1) }
    }

    static let emptyHash = 17

    /// The number for a list of entries and one more.
    static func hash(_ hash: Int, _ entry: ModelEntry) -> Int {
        switch entry {
        case .claim(let node, let opening): (hash &* 31 &+ node) &* 31 &+ opening
        case .command(let id, let base): id.utf8.reduce(hash &* 37 &+ base) { $0 &* 33 &+ Int($1) }
        }
    }
}

/// The ways to break a node that the model has to find.
enum PlantedFault: String, CaseIterable {
    case believesWhatWasReadBeforeTheClaim
    case forgetsCommandsOnRecovery
    case hasTwoCommitsInFlight
    case letsOutBeforeTheCommit
    case allowsGaps
    case answersRefusedWhenItTried
    case believesThatItOwns

    /// A mailbox that `Mailbox` does not allow.
    case removesAnything, reusesNumbers

    /// A node that removes a message before the commit that does it.
    case removesBeforeTheCommit

    /// The seed to begin with.
    ///
    /// It finds it; after a change of the model, a later one may be the first.
    var firstSeed: UInt64 {
        switch self {
        case .believesWhatWasReadBeforeTheClaim: 425
        case .forgetsCommandsOnRecovery: 507
        case .hasTwoCommitsInFlight: 688
        case .letsOutBeforeTheCommit: 1
        case .allowsGaps: 952
        case .answersRefusedWhenItTried: 187
        case .believesThatItOwns: 161
        case .removesAnything: 329
        case .reusesNumbers: 80
        case .removesBeforeTheCommit: 20
        }
    }
}
