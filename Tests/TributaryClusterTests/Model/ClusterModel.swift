// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

@testable import TributaryCluster

/// Some nodes, clients, and a database through which the nodes reach each other, of which each step moves one: which, and how, is
/// chosen by a number.
///
/// A run is a list of numbers. A shorter list is a run as well, so that one that fails can be made smaller.
struct ClusterModel {
    /// A store of a node, as in the runtime: its reduced entries, and those that wait to be written, one
    /// commit at a time.
    struct Store {
        var entries: [ModelEntry]
        var waiting: [(entry: ModelEntry, number: Int)] = []
        var inFlight: [Work] = []
        var next: Int

        /// Reads that wait for earlier entries, each with the number of these.
        var looks: [(number: Int, count: Int)] = []
    }

    struct Work {
        let record: ModelRecord
        let number: Int
    }

    /// A failure between a node and the database.
    enum Trouble: CaseIterable {
        case none

        /// The node does nothing.
        case paused

        /// Its writes do not arrive, and it can read.
        case cannotWrite

        /// Its writes arrive, and it receives nothing.
        case hearsNothing

        /// It gets no hints.
        case isDeaf

        /// It reaches nothing.
        case isCutOff

        var reads: Bool {
            switch self {
            case .none, .cannotWrite, .isDeaf: true
            case .paused, .hearsNothing, .isCutOff: false
            }
        }

        var writes: Bool {
            switch self {
            case .none, .hearsNothing, .isDeaf: true
            case .paused, .cannotWrite, .isCutOff: false
            }
        }
    }

    struct Node {
        var core: NodeProtocol
        var clock: Duration
        var isAlive = true
        var trouble = Trouble.none

        /// Whether the server sees its connection, which it may lose without any other trouble.
        var isConnected = true
        var stores: [StoreName: (opening: Int, store: Store)] = [:]

        /// Entries read before a claim, which a planted fault believes.
        var early: [StoreName: [ModelEntry]] = [:]
        var epoch: UInt64

        /// Messages that it has taken, by the numbers of their requests.
        var letters: [Int: Letter] = [:]
        var isWoken = false

        /// The row of each node at the last reading, and how often it was the same before.
        var readings: [String: (row: NodeRow, count: Int)] = [:]

        var name: String { core.row.name }
    }

    struct Letter {
        let message: Int
        let sender: MailboxMessage.Sender?
        let suspect: String?

        /// How many entries must be durable before a look is answered.
        let awaited: Int?
    }

    enum Purpose {
        case findLast, claim(Int), recover(claim: Int), commit(number: Int)

        /// The number of the last entry, when it has been read.
        case verify(last: Int?)
    }

    /// A node's request to the log.
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

    /// A node's request to the mailbox.
    struct Mail {
        enum Kind {
            case post(Int, MailboxMessage)

            /// It is not received again before that is done.
            case finish(Int, [MailboxChange])
            case mark(Int, MailboxChange)
            case change([MailboxChange])
            case findStrays([String])
            case meet
        }

        let node: Int
        let epoch: UInt64
        let kind: Kind
    }

    /// The sender of a request.
    enum Asker {
        case client(id: String)
        case looker(StoreName)

        /// Who waits for an entry.
        case watcher(entry: Int)
    }

    /// The number of a request that reports that another node has changed.
    private static let news = -1

    static let rooms = (0..<2).map { StoreName(directory: "room", id: "\($0)") }

    var log = ModelLog()
    var nodes: [Node] = []
    var table: [String: NodeRow] = [:]

    /// When each row of the table was changed, by the clock of the server.
    var changed: [String: LogTime] = [:]
    var operations: [Operation] = []
    var mails: [Mail] = []
    var askers: [Int: [Int: Asker]] = [:]
    var numbers = 0
    var commandCount = 0
    let fault: PlantedFault?

    /// The acknowledgements that clients received for each command.
    var acknowledged: [String: (log: String, entry: Int)] = [:]
    var refused: Set<String> = []

    /// The commands, and how often a client has tried each.
    var sent: [String: (store: StoreName, tries: Int)] = [:]

    /// The commands whose messages were durable when they were put, as those of reminders and other stores are.
    var accepted: [String: StoreName] = [:]

    /// Whether no answer of the log is lost any more.
    var isMended = false

    /// Whether everything is mended, and has ended.
    var hasSettled = false

    /// The violated condition.
    var failure: String?

    /// The versions that the last check of everything saw.
    var checked: [Int] = []

    /// Whether operations and mails are described, which takes longer than to perform them.
    var describesSteps = false

    init(fault: PlantedFault? = nil, nodes count: Int = 3) {
        self.fault = fault
        log.allowsGaps = fault == .allowsGaps
        log.removesAnything = fault == .removesAnything
        log.reusesNumbers = fault == .reusesNumbers
        for index in 0..<count { nodes.append(Self.node(index, epoch: 1)) }
        for index in 0..<count { beat(index) }
        for index in 0..<count { readTable(index) }
    }

    /// A node whose clock is that of no other.
    static func node(_ index: Int, epoch: UInt64) -> Node {
        var settings = NodeProtocol.Settings()
        settings.passivation = ["room": .seconds(5)]
        let core = NodeProtocol(name: "n\(index)", epoch: epoch, directories: ["room": 1], settings: settings)
        return Node(core: core, clock: .seconds(3_600 * index), epoch: epoch)
    }

    // MARK: - Nodes

    mutating func handle(_ event: NodeEvent, at index: Int) {
        let commands = nodes[index].core.handle(event, at: nodes[index].clock)
        for command in commands { carryOut(command, at: index) }
    }

    func reads(_ index: Int) -> Bool {
        nodes[index].isAlive && !log.isCutOff && nodes[index].trouble.reads
    }

    func writes(_ index: Int) -> Bool {
        nodes[index].isAlive && !log.isCutOff && nodes[index].trouble.writes
    }

    /// Writes a row and reads the others, as far as that works.
    mutating func meet(_ index: Int) {
        guard nodes[index].isAlive, nodes[index].trouble != .paused else { return }
        if writes(index) { beat(index) } else { _ = nodes[index].core.nextRow() }
        if writes(index), reads(index) { readTable(index) }
    }

    mutating func beat(_ index: Int) {
        let row = nodes[index].core.nextRow()
        if table[row.name] != row { changed[row.name] = log.time }
        table[row.name] = row
    }

    mutating func readTable(_ index: Int) {
        let rows = table.values.sorted { $0.name < $1.name }
        for row in rows {
            let (former, count) = nodes[index].readings[row.name] ?? (row, 0)
            nodes[index].readings[row.name] = (row, former == row ? count + 1 : 0)
        }
        let ages = changed.mapValues { Duration.milliseconds(log.time.milliseconds - $0.milliseconds) }
        let connected = nodes.filter { $0.isAlive && $0.isConnected }.map(\.name)
        handle(.tableRead(rows, ages: ages, connected: Set(connected)), at: index)
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
        let request = NodeRequest(
            number: numbers,
            store: store,
            kind: kind,
            deadline: nodes[index].clock + time
        )
        handle(.requested(request), at: index)
    }

    /// A node receives its messages.
    mutating func receive(_ index: Int) {
        guard reads(index), writes(index) else { return }
        nodes[index].isWoken = false
        log.expire()
        let name = nodes[index].name
        let taken = nodes[index].letters.values.map(\.message)
        let delivery = log.messages.delivery(to: name, without: taken, limit: 3, at: log.time)
        let requests = delivery.messages.map { message in
            numbers += 1
            let awaited = Int(String(decoding: message.contents, as: UTF8.self))
            nodes[index].letters[numbers] = Letter(
                message: message.number,
                sender: message.sender,
                suspect: message.suspect,
                awaited: awaited
            )
            return NodeRequest(
                number: numbers,
                store: StoreName(log: message.store) ?? Self.rooms[0],
                kind: message.kind == .command ? .command(id: message.id) : .look,
                deadline: message.lifetime.map { nodes[index].clock + $0 },
                message: NodeRequest.Message(
                    number: message.number,
                    deaths: message.deaths,
                    suspect: message.suspect
                )
            )
        }
        for answer in log.takeAnswers(for: name) {
            guard answer.sender.request != Self.news else {
                handle(.othersChanged, at: index)
                continue
            }
            handle(.answered(answer.sender.request, NodeReply.decode(answer.contents).answer), at: index)
        }
        handle(.received(requests), at: index)
    }

    mutating func wake(_ names: Set<String>) {
        for index in nodes.indices where names.contains(nodes[index].name) && nodes[index].trouble != .isDeaf
        {
            nodes[index].isWoken = true
        }
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
        func mail(_ kind: Mail.Kind) -> Mail { Mail(node: index, epoch: epoch, kind: kind) }
        switch command {
        case .post(let number, let node):
            guard let request = nodes[index].core.pending[number]?.request else { return }
            mails.append(mail(.post(number, message(request, to: node, at: index))))
        case .answer(let number, let answer): tell(number, answer, at: index)
        case .forward(let number, let node):
            finish(number, nil, at: index) { .move($0, to: node, from: nil) }
        case .setAside(let number, let reason):
            setAside(number, reason, at: index)
        case .release(let number):
            nodes[index].letters[number] = nil
            if !nodes[index].core.row.isLeaving { nodes[index].isWoken = true }
        case .mark(let number):
            guard let letter = nodes[index].letters[number] else { return }
            mails.append(mail(.mark(number, .suspect(letter.message, by: nodes[index].core.identity))))
        case .meet: mails.append(mail(.meet))
        case .notify(let names):
            let answers = names.map {
                MailboxAnswer(to: .init(node: $0, request: Self.news), contents: [])
            }
            mails.append(mail(.change(answers.map { .answer($0) })))
        case .findStrays(let living): mails.append(mail(.findStrays(living)))
        case .adopt(let messages, let isStray):
            let name = nodes[index].name
            mails.append(
                mail(.change(messages.map { .move($0.number, to: name, from: isStray ? $0.node : nil) }))
            )
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
        case .left:
            nodes[index].isAlive = false
            askers[index] = [:]
        }
    }

    /// Nodes die often here, and of no message, so a message that is set aside is put back.
    private mutating func setAside(_ number: Int, _ reason: String, at index: Int) {
        guard let letter = nodes[index].letters.removeValue(forKey: number) else { return }
        let living = nodes.first { $0.isAlive && $0.core.identity == letter.suspect }?.name
        let isMissed = living.map { nodes[index].readings[$0].map { $0.count >= 2 } == true } ?? true
        check(isMissed, "request \(number) was set aside, and its suspect has not died: \(reason)")
        wake(log.change([.setAside(letter.message, reason: reason), .retry(letter.message)]))
    }

    private func message(_ request: NodeRequest, to node: String, at index: Int) -> MailboxMessage {
        let sender = MailboxMessage.Sender(node: nodes[index].name, request: request.number)
        if case .command(let id) = request.kind {
            return MailboxMessage(to: request.store.log, id: id, at: node, from: sender, contents: [])
        }
        let left = max(.zero, (request.deadline ?? .zero) - nodes[index].clock)
        return MailboxMessage(
            to: request.store.log,
            id: "look \(request.number)",
            at: node,
            kind: .question,
            from: sender,
            lifetime: left,
            contents: awaited(request.number, at: index).map { Array("\($0)".utf8) } ?? []
        )
    }

    /// A request is answered at a node.
    mutating func tell(_ number: Int, _ answer: NodeAnswer, at index: Int) {
        guard nodes[index].letters[number] == nil else {
            return finish(number, answer, at: index) { .remove($0) }
        }
        told(number, answer, at: index)
    }

    private mutating func finish(
        _ number: Int,
        _ answer: NodeAnswer?,
        at index: Int,
        _ change: (Int) -> MailboxChange
    ) {
        guard let letter = nodes[index].letters[number] else { return }
        var changes = [change(letter.message)]
        if let answer, let sender = letter.sender {
            changes.append(.answer(MailboxAnswer(to: sender, contents: NodeReply.encode(answer, value: nil))))
        }
        mails.append(Mail(node: index, epoch: nodes[index].epoch, kind: .finish(number, changes)))
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
            if fault == .removesBeforeTheCommit, let letter = nodes[index].letters[number] {
                _ = log.change([.remove(letter.message)])
            }
        }
        nodes[index].stores[name] = (opening, store)
        write(name, at: index)
    }

    /// Writes pending entries, one commit at a time, and answers the reads that need not wait any longer.
    mutating func write(_ name: StoreName, at index: Int) {
        guard let (opening, current) = nodes[index].stores[name] else { return }
        var store = current
        while !store.waiting.isEmpty,
            store.inFlight.isEmpty || fault == .hasTwoCommitsInFlight && store.inFlight.count < 2
        {
            let (entry, number) = store.waiting.removeFirst()
            numbers += 1
            var record = ModelRecord(log: name.log, sequence: store.next, entry: entry, writer: numbers)
            if fault != .removesBeforeTheCommit { record.message = nodes[index].letters[number]?.message }
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
