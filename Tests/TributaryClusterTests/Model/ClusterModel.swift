// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCluster

/// Some nodes, clients, a network and a database, of which each step moves one: which, and how, is chosen by a number.
///
/// A run is a list of numbers. A shorter list is a run as well, so that one that fails can be made smaller.
struct ClusterModel {
    /// A store of a node, as the runtime has it: what was reduced, and what waits to be written, one commit at a time.
    struct Store {
        var entries: [ModelEntry]
        var waiting: [(entry: ModelEntry, number: Int)] = []
        var inFlight: [Work] = []
        var next: Int

        /// Looks that wait for what was reduced before them, each with how many entries that is.
        var looks: [(number: Int, count: Int)] = []
    }

    struct Work {
        let record: ModelRecord
        let number: Int
    }

    struct Node {
        var core: NodeProtocol
        var clock: Duration
        var isAlive = true
        var stores: [StoreName: (opening: Int, store: Store)] = [:]

        /// What was read before a claim, which a planted fault believes.
        var early: [StoreName: [ModelEntry]] = [:]
        var epoch: UInt64
    }

    enum Purpose {
        case findLast, claim(Int), recover(claim: Int), commit(number: Int)

        /// The number of the last entry, when it has been read.
        case verify(last: Int?)
    }

    /// What a node asks of the log.
    struct Operation {
        let node: Int
        let epoch: UInt64
        let store: StoreName
        let opening: Int
        var purpose: Purpose
        var record: ModelRecord?

        /// Whether it has arrived.
        var isWritten = false
    }

    struct Question {
        let from: Int
        let epoch: UInt64
        let to: Int
        let request: NodeRequest
        let number: Int
        let remaining: Duration
    }

    struct Reply {
        let to: Int
        let epoch: UInt64
        let number: Int
        let answer: NodeAnswer
    }

    /// Who asked for something: a client, or another node.
    enum Asker {
        case client(id: String)
        case node(Int, epoch: UInt64, number: Int)
        case looker(StoreName)

        /// Who waits for an entry.
        case watcher(entry: Int)
    }

    static let rooms = (0..<2).map { StoreName(directory: "room", id: "\($0)") }

    var log = ModelLog()
    var nodes: [Node] = []
    var table: [String: NodeRow] = [:]
    var operations: [Operation] = []
    var questions: [Question] = []
    var replies: [Reply] = []
    var partitioned: Set<Int> = []
    var askers: [Int: [Int: Asker]] = [:]
    var numbers = 0
    var commandCount = 0
    let fault: PlantedFault?

    /// What clients were told of each command.
    var acknowledged: [String: (log: String, entry: Int)] = [:]
    var refused: Set<String> = []

    /// The commands, and how often a client has tried each.
    var sent: [String: (store: StoreName, tries: Int)] = [:]

    /// Whether no answer of the log is lost any more.
    var isMended = false

    /// Whether everything is mended, and has ended.
    var hasSettled = false

    /// What must hold, and did not.
    var failure: String?

    init(fault: PlantedFault? = nil, nodes count: Int = 3) {
        self.fault = fault
        log.allowsGaps = fault == .allowsGaps
        for index in 0..<count { nodes.append(Self.node(index, epoch: 1)) }
        for index in 0..<count { beat(index) }
        for index in 0..<count { readTable(index) }
    }

    static func node(_ index: Int, epoch: UInt64) -> Node {
        var settings = NodeProtocol.Settings()
        settings.passivation = ["room": .seconds(5)]
        let core = NodeProtocol(
            address: "n\(index)",
            epoch: epoch,
            directories: ["room"],
            settings: settings
        )
        return Node(core: core, clock: .zero, epoch: epoch)
    }

    // MARK: - Nodes

    mutating func handle(_ event: NodeEvent, at index: Int) {
        let commands = nodes[index].core.handle(event, at: nodes[index].clock)
        for command in commands { carryOut(command, at: index) }
    }

    mutating func beat(_ index: Int) {
        let row = nodes[index].core.nextRow()
        table[row.address] = row
    }

    mutating func readTable(_ index: Int) {
        let rows = table.values.sorted { $0.address < $1.address }.map { (row: $0, isRecent: true) }
        handle(.tableRead(rows), at: index)
    }

    mutating func request(
        _ store: StoreName,
        _ kind: NodeRequest.Kind,
        of asker: Asker,
        at index: Int,
        within time: Duration
    ) {
        numbers += 1
        askers[index, default: [:]][numbers] = asker
        let isForeign = if case .node = asker { true } else { false }
        let request = NodeRequest(
            number: numbers,
            store: store,
            kind: kind,
            deadline: nodes[index].clock + time,
            isForeign: isForeign
        )
        handle(.requested(request), at: index)
    }

    private mutating func carryOut(_ command: NodeCommand, at index: Int) {
        let epoch = nodes[index].epoch
        func operation(_ store: StoreName, _ opening: Int, _ purpose: Purpose, _ record: ModelRecord? = nil)
            -> Operation
        {
            Operation(
                node: index,
                epoch: epoch,
                store: store,
                opening: opening,
                purpose: purpose,
                record: record
            )
        }
        switch command {
        case .ask(let number, let address):
            guard let to = nodes.firstIndex(where: { $0.core.row.address == address }),
                let request = nodes[index].core.pending[number]?.request
            else { return }
            let isReachable = nodes[to].isAlive && partitioned.isDisjoint(with: [index, to])
            guard isReachable else {
                replies.append(Reply(to: index, epoch: epoch, number: number, answer: .elsewhere))
                return
            }
            let remaining = request.deadline - nodes[index].clock
            questions.append(
                Question(
                    from: index,
                    epoch: epoch,
                    to: to,
                    request: request,
                    number: number,
                    remaining: remaining
                )
            )
        case .answer(let number, let answer): tell(number, answer, at: index)
        case .findLast(let store, let opening): operations.append(operation(store, opening, .findLast))
        case .claim(let store, let opening, let entry):
            numbers += 1
            let claim = ModelEntry.claim(node: index, opening: opening &+ Int(epoch) << 20)
            let record = ModelRecord(log: store.log, sequence: entry, entry: claim, writer: numbers)
            operations.append(operation(store, opening, .claim(entry), record))
        case .recover(let store, let opening, let claim):
            operations.append(operation(store, opening, .recover(claim: claim)))
        case .verify(let store, let opening):
            guard fault == .believesThatItOwns else {
                return operations.append(operation(store, opening, .verify(last: nil)))
            }
            handle(.logAnswered(store, opening: opening, .claimed), at: index)
        case .perform(let number, let name, let opening): perform(number, name, opening, at: index)
        case .close(let name, let opening):
            if nodes[index].stores[name]?.opening == opening { nodes[index].stores[name] = nil }
        case .left: break
        }
    }

    private mutating func perform(_ number: Int, _ name: StoreName, _ opening: Int, at index: Int) {
        guard var store = nodes[index].stores[name]?.store,
            let request = nodes[index].core.pending[number]?.request
        else { return }
        switch request.kind {
        case .look: store.looks.append((number, awaited(number, at: index) ?? store.entries.count))
        case .command(let id):
            let entry = ModelEntry.command(id: id, base: ModelLog.hash(store.entries))
            store.entries.append(entry)
            store.waiting.append((entry, number))
            if fault == .letsOutBeforeTheCommit { checkOutput(name, store.entries.count, entry) }
        }
        nodes[index].stores[name] = (opening, store)
        write(name, at: index)
    }

    /// Writes what waits, one commit at a time, and answers the looks that need not wait any longer.
    mutating func write(_ name: StoreName, at index: Int) {
        guard let (opening, current) = nodes[index].stores[name] else { return }
        var store = current
        while !store.waiting.isEmpty,
            store.inFlight.isEmpty || fault == .hasTwoCommitsInFlight && store.inFlight.count < 2
        {
            let (entry, number) = store.waiting.removeFirst()
            numbers += 1
            let record = ModelRecord(log: name.log, sequence: store.next, entry: entry, writer: numbers)
            store.next += 1
            store.inFlight.append(Work(record: record, number: number))
            operations.append(
                Operation(
                    node: index,
                    epoch: nodes[index].epoch,
                    store: name,
                    opening: opening,
                    purpose: .commit(number: number),
                    record: record
                )
            )
        }
        let written = store.next - 1 - store.inFlight.count
        let seen = store.looks.filter { $0.count <= written }
        store.looks.removeAll { $0.count <= written }
        nodes[index].stores[name] = (opening, store)
        for look in seen {
            check(
                ModelLog.whole(log.durableEntries(of: name.log)).starts(
                    with: store.entries.prefix(look.count)
                ),
                "a look at \(name.log) at node \(index) showed what is not durable"
            )
            if hasSettled { checkIsNew(name, Array(store.entries.prefix(look.count)), "a look shows") }
            handle(.performed(look.number, name, opening: opening, .shown), at: index)
        }
    }
}
