// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCluster

/// What stands in a log of the model.
enum ModelEntry: Hashable {
    case claim(node: Int, opening: Int)

    /// A command, with the hash of all entries before it, as the store had them that reduced it.
    case command(id: String, base: Int)
}

struct ModelRecord: Hashable {
    let log: String
    let sequence: Int
    let entry: ModelEntry

    /// Tells whose it is, when it is written again because an answer was lost.
    let writer: Int
}

/// A database that shows what no standby has yet, and loses it when the primary dies.
struct ModelLog {
    private(set) var records: [ModelRecord] = []

    /// How many of them a standby has.
    private(set) var durable = 0

    /// What the former primary shows to whoever still asks it.
    private(set) var former: [ModelRecord]?

    /// Whether nobody reaches it.
    var isCutOff = false

    /// A planted fault: an entry may stand where the one before it is missing.
    var allowsGaps = false

    /// Writes a record, if its number is free and it follows what is there.
    ///
    /// - Returns: Whether it is there now.
    mutating func write(_ record: ModelRecord) -> Bool {
        let log = records.filter { $0.log == record.log }
        if let there = log.first(where: { $0.sequence == record.sequence }) {
            return there.writer == record.writer
        }
        guard
            allowsGaps || record.sequence == 1 || log.contains(where: { $0.sequence == record.sequence - 1 })
        else { return false }
        records.append(record)
        return true
    }

    func isDurable(_ record: ModelRecord) -> Bool { records.prefix(durable).contains(record) }

    func isThere(_ record: ModelRecord) -> Bool { records.contains(record) }

    mutating func replicate(_ count: Int) { durable = min(records.count, durable + count) }

    /// The primary dies, and a standby goes on with what it has: everything that was acknowledged, and perhaps more.
    mutating func failOver(keeping count: Int) {
        former = records
        records = Array(records.prefix(durable + count))
        durable = records.count
    }

    mutating func mend() { (former, isCutOff) = (nil, false) }

    /// The entries of a log, by their numbers.
    func entries(of log: String, fromFormer: Bool = false) -> [Int: ModelEntry] {
        let all = fromFormer ? former ?? records : records
        return Dictionary(uniqueKeysWithValues: all.filter { $0.log == log }.map { ($0.sequence, $0.entry) })
    }

    /// The durable entries of a log, by their numbers.
    func durableEntries(of log: String) -> [Int: ModelEntry] {
        let all = records.prefix(durable).filter { $0.log == log }
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
        entries.reduce(17) { hash, entry in
            switch entry {
            case .claim(let node, let opening): (hash &* 31 &+ node) &* 31 &+ opening
            case .command(let id, let base):
                id.utf8.reduce(hash &* 37 &+ base) { $0 &* 33 &+ Int($1) }
            }
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

    /// A network that `NodeTransport` does not allow.
    case deliversTwice
}
