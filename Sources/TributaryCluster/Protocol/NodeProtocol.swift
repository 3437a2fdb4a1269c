// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The protocol of a node, as a value: it takes events and returns commands.
///
/// It contains no clock, task, log, or connection. The promises of a cluster follow from seven rules.
/// 1. A store is opened by an entry, its claim, after the last one. Reads before the claim is durable only find its place;
///    afterwards all entries are read anew. An entry is durable only if all entries before it are, so the claim proves them.
/// 2. A node that cannot write, for whatever reason, has lost the store. It opens the store again by a new claim, or leaves it to
///    the new owner.
/// 3. A command keeps its id at all nodes, and the owner has the ids of the commands in the log. So a command may be tried again.
/// 4. A command that was tried without an answer ends as unknown; one that was never tried ends as refused.
/// 5. An owner verifies its stores in the log: each open store in turn, because another node may have claimed it and be gone, and
///    all at once after it did not read the table for so long that others may have missed this node. A node that does not read the
///    table misses no node.
/// 6. A message stays in the mailbox until the commit that performs it removes it. If a node does not know whether it performed a
///    message, it reads the log. Otherwise it drops its copy, and receives the message again if it is still in the mailbox. A
///    request that was put into the mailbox once is performed from there, also by the node that put it.
/// 7. A node notifies the others when it gets a directory or leaves. A node that leaves takes no new requests.
struct NodeProtocol: Sendable {
    /// The constants of a node.
    struct Settings: Sendable {
        /// How long a node's row may stay as it is until the node counts as dead.
        var patience: Duration = .seconds(6)

        /// How long a store without requests stays open.
        var passivation: [String: Duration] = [:]

        /// How long to wait before something is tried again, the first time.
        var pause: Duration = .milliseconds(20)

        /// How long to wait for an answer before a request is put into the mailbox again, the first time.
        var resend: Duration = .seconds(2)
    }

    struct Pending: Sendable {
        var request: NodeRequest

        /// Whether it was tried, and may have happened.
        var isTried = false

        /// Whether it was, before it was put into the mailbox the last time.
        var wasTried = false

        /// Whether it may be in the mailbox.
        var isPosted = false

        /// How often it came back.
        var returns = 0
        var place = Place.here

        /// When something is to be done about it.
        var next: Duration? {
            switch place {
            case .here: request.deadline
            case .away(_, let time), .resting(let time): min(time, request.deadline ?? time)
            }
        }
    }

    enum Place: Equatable, Sendable {
        /// In the store.
        case here

        /// In the mailbox of a node, until a time.
        case away(String, until: Duration)

        /// Nowhere, until a time.
        case resting(until: Duration)
    }

    private(set) var row: NodeRow
    private(set) var table: NodeTable
    var settings: Settings
    private(set) var pending: [Int: Pending] = [:]
    private var deadlines = Deadlines()

    /// The requests that came as messages, by the numbers of these.
    private(set) var messages: [Int: Int] = [:]

    /// Requests whose messages are done alone, in order; the first one is being done.
    private var suspects: [Int] = []

    /// Requests whose messages nodes may have died of, until the table is read again.
    private var doubtful: [Int] = []
    var stores: [StoreName: OwnedStore] = [:]
    var openings = 0

    /// How often the table was read.
    var readings = 0
    var now: Duration = .zero
    private var hasLeft = false

    /// Whether the table was read since the row was written: only then does the node renew its row.
    private var hasHeard = true

    /// The row of which the others were notified, without its beat.
    private var known: NodeRow?

    /// The other nodes that lived when the table was last read.
    private(set) var living: [String: [String: Int]] = [:]
    var commands: [NodeCommand] = []

    init(name: String, epoch: UInt64, directories: [String: Int] = [:], settings: Settings = Settings()) {
        row = NodeRow(name: name, epoch: epoch, directories: directories)
        table = NodeTable(patience: settings.patience)
        self.settings = settings
    }

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: Of this node's clock; a time before the last one counts as the last one.
    /// - Returns: The commands to perform now, in order.
    mutating func handle(_ event: NodeEvent, at time: Duration) -> [NodeCommand] {
        now = max(now, time)
        switch event {
        case .tick: tick()
        case .tableRead(let rows, let ages, let connected): read(rows, ages, connected)
        case .othersChanged: commands.append(.meet)
        case .requested(let request):
            // Otherwise this node would wait as long as its callers send.
            guard !row.isLeaving else {
                commands.append(.answer(request.number, .refused("the node leaves")))
                break
            }
            add(request)
            route(request.number)
        case .received(let requests): for request in requests { receive(request) }
        case .abandoned(let number):
            guard let request = pending[number]?.request, request.kind == .look else { break }
            stores[request.store]?.forget(look: number)
            answer(number, .refused("nobody waits any more"))
        case .posted(let number, let isPosted): if !isPosted { notPosted(number) }
        case .answered(let number, let answer): answered(number, answer)
        case .marked(let number, let isMarked): if isMarked { route(number) } else { rest(number) }
        case .strays(let strays): adopt(strays)
        case .logAnswered(let store, let opening, let answer):
            guard stores[store]?.opening == opening else { break }
            logAnswered(store, answer)
        case .performed(let number, let store, let opening, let answer):
            performed(number, store, opening, answer)
        case .lost(let store, let opening):
            if stores[store]?.opening == opening { lose(store) }
        case .leave:
            row.isLeaving = true
            reviewAll(haveMoved: true)
            tick()
        }
        if row.isLeaving, !hasLeft, stores.isEmpty, pending.isEmpty {
            hasLeft = true
            commands.append(.left)
        }
        defer { commands = [] }
        return commands
    }

    /// When something is to be done without an event; `nil` if nothing is.
    mutating func nextDeadline() -> Duration? {
        while let (time, number) = deadlines.earliest {
            if pending[number]?.next == time { return time }
            deadlines.removeEarliest()
        }
        return nil
    }

    /// Adds a directory, whose stores this node takes from now on.
    ///
    /// - Returns: Whether others have to be notified.
    mutating func addDirectory(_ name: String, version: Int, passivation: Duration?) -> Bool {
        settings.passivation[name] = passivation
        return row.directories.updateValue(version, forKey: name) != version
    }

    /// The row to write next.
    mutating func nextRow() -> NodeRow {
        if hasHeard { row.beat += 1 }
        hasHeard = false
        return row
    }

    /// When the table is to be read next at the latest, so that no node is missed later than it could be.
    var nextReading: Duration? { table.nextLoss(besides: row.name) }

    func owner(of store: StoreName) -> String? { table.owner(of: store, own: row) }

    /// Which process this is among all that had its name.
    var identity: String { row.identity }

    // MARK: - Nodes

    private mutating func read(_ rows: [NodeRow], _ ages: [String: Duration], _ connected: Set<String>) {
        hasHeard = true
        let wasCutOff = table.update(rows, ages: ages, connected: connected, now: now)
        let others = table.others(than: row.name)
        let haveMoved = others != living || row.isLeaving
        living = others
        reviewAll(haveMoved: haveMoved)
        if haveMoved { routeMoved() }
        verify(all: wasCutOff)
        judge()
        tick()
        commands.append(.findStrays(living: [row.name] + others.keys.sorted()))
        notify(others.keys.sorted(), of: rows)
    }

    /// Notifies the others of this node's row in the table, so that they hand stores over at once and not at their next heartbeat.
    private mutating func notify(_ others: [String], of rows: [NodeRow]) {
        guard var news = rows.first(where: { $0.name == row.name && $0.epoch == row.epoch }) else { return }
        news.beat = 0
        guard news != known else { return }
        known = news
        if !news.directories.isEmpty, !others.isEmpty { commands.append(.notify(others)) }
    }

    /// Sends unanswered requests to the new owners.
    private mutating func routeMoved() {
        let moved = pending.values.filter { pending in
            guard case .away(let node, _) = pending.place else { return false }
            return owner(of: pending.request.store) != node
        }
        for number in moved.map(\.request.number).sorted() {
            pending[number]?.returns = 0
            route(number)
        }
    }

    private mutating func adopt(_ strays: [StrayMessage]) {
        guard !row.isLeaving else { return }
        let own = strays.filter { messages[$0.number] == nil && owner(of: $0.store) == row.name }
        for isStray in [false, true] {
            // A node that leaves did not die of its messages.
            let messages = own.filter { table.isLeaving($0.node) != isStray }
            if !messages.isEmpty { commands.append(.adopt(messages, isStray: isStray)) }
        }
    }

    // MARK: - Requests

    private mutating func add(_ request: NodeRequest) {
        pending[request.number] = Pending(request: request)
        if let message = request.message { messages[message.number] = request.number }
        schedule(request.number)
    }

    private mutating func remove(_ number: Int) -> Pending? {
        guard let removed = pending.removeValue(forKey: number) else { return nil }
        guard let message = removed.request.message else { return removed }
        messages[message.number] = nil
        if let index = suspects.firstIndex(of: number) {
            suspects.remove(at: index)
            if index == 0, let next = suspects.first { commands.append(.mark(next)) }
        }
        return removed
    }

    private mutating func schedule(_ number: Int) {
        if let time = pending[number]?.next { deadlines.insert(time, number) }
    }

    mutating func markTried(_ number: Int) { pending[number]?.isTried = true }

    private mutating func place(_ number: Int, _ place: Place) {
        pending[number]?.place = place
        schedule(number)
    }

    private mutating func receive(_ request: NodeRequest) {
        guard let message = request.message, messages[message.number] == nil else { return }
        add(request)
        guard message.deaths >= Self.deaths, !row.isLeaving else { return route(request.number) }
        // A process that the table does not have yet would count as dead.
        if readings > 0, message.suspect.map({ $0 == identity }) ?? true { return doAlone(request.number) }
        doubtful.append(request.number)
        place(request.number, .resting(until: now + settings.resend))
    }

    private mutating func doAlone(_ number: Int) {
        place(number, .here)
        suspects.append(number)
        if suspects.count == 1 { commands.append(.mark(number)) }
    }

    /// Decides about messages that another process did alone, or that came before the table had this one.
    private mutating func judge() {
        let requests = doubtful.compactMap { pending[$0]?.request }
        doubtful = []
        for request in requests {
            guard let message = request.message, !row.isLeaving else {
                route(request.number)
                continue
            }
            guard let suspect = message.suspect, suspect != identity else {
                doAlone(request.number)
                continue
            }
            switch table.hasDied(suspect) {
            case nil: doubtful.append(request.number)
            case false?: doAlone(request.number)
            case true?:
                let reason = """
                    \(message.deaths) nodes died that may have had it, and \(suspect) while it did nothing else of this kind
                    """
                setAside(request.number, reason)
            }
        }
    }

    /// How many nodes die before a message is done alone, so that it is known if it was the reason.
    static let deaths = 2

    mutating func route(_ number: Int) {
        guard let request = pending[number]?.request else { return }
        if let deadline = request.deadline, now >= deadline { return expire(number) }
        let owner = owner(of: request.store)
        if request.message != nil {
            switch owner {
            case row.name:
                place(number, .here)
                perform(number, by: request.store)
            case let owner?:
                // The sender has another table. If this one is the older one, the message would come back.
                _ = remove(number)
                commands += [.forward(number, to: owner), .meet]
            case nil where row.isLeaving: release(number)
            case nil: place(number, .resting(until: now + settings.resend))
            }
            return
        }
        switch owner {
        case row.name where pending[number]?.isPosted != true:
            place(number, .here)
            perform(number, by: request.store)
        case let owner?: post(number, to: owner)
        case nil: rest(number)
        }
    }

    private mutating func post(_ number: Int, to owner: String) {
        guard var pending = pending[number] else { return }
        pending.wasTried = pending.isTried
        (pending.isTried, pending.isPosted) = (true, true)
        pending.returns = min(pending.returns + 1, 5)
        pending.place = .away(owner, until: now + settings.resend * (1 << (pending.returns - 1)))
        self.pending[number] = pending
        schedule(number)
        commands.append(.post(number, to: owner))
    }

    private mutating func notPosted(_ number: Int) {
        guard let pending = pending[number], case .away = pending.place else { return }
        self.pending[number]?.isTried = pending.wasTried
        rest(number)
    }

    /// Tries a request again later, each time after a longer pause.
    ///
    /// One that came as a message is received again then. If its store was lost while it performed the message, the next opening
    /// first finds out whether that was done, so that the sender need not ask again.
    mutating func rest(_ number: Int) {
        guard let request = pending[number]?.request, let returns = pending[number]?.returns else { return }
        guard request.message == nil else { return place(number, .resting(until: now + settings.pause * 8)) }
        pending[number]?.returns = min(returns + 1, 5)
        place(number, .resting(until: now + settings.pause * (1 << min(returns + 1, 5))))
    }

    private mutating func answered(_ number: Int, _ answer: NodeAnswer) {
        guard let pending = pending[number], pending.isPosted else { return }
        switch answer {
        case .committed, .shown: self.answer(number, answer)
        case .refused(let reason): self.answer(number, pending.wasTried ? .unknown(reason) : answer)
        // It is put into the mailbox again at its time.
        case .unknown: break
        }
    }

    mutating func answer(_ number: Int, _ answer: NodeAnswer) {
        guard remove(number) != nil else { return }
        commands.append(.answer(number, answer))
    }

    /// Sets a message aside; a request of this node is refused.
    mutating func setAside(_ number: Int, _ reason: String) {
        guard let removed = remove(number) else { return }
        guard removed.request.message != nil else {
            return commands.append(.answer(number, removed.isTried ? .unknown(reason) : .refused(reason)))
        }
        commands.append(.setAside(number, reason: reason))
    }

    /// Ends a request whose time is over.
    private mutating func expire(_ number: Int) {
        guard let pending = pending[number] else { return }
        // A look without a caller does not keep its store open.
        stores[pending.request.store]?.forget(look: number)
        guard pending.request.message == nil else { return release(number) }
        let reason = "the deadline has passed"
        let isOpen = pending.isTried && pending.request.kind != .look
        answer(number, isOpen ? .unknown(reason) : .refused(reason))
    }

    private mutating func tick() {
        var due: Set<Int> = []
        while let (time, number) = deadlines.earliest, time <= now {
            deadlines.removeEarliest()
            if let next = pending[number]?.next, next <= now { due.insert(number) }
        }
        for number in due.sorted() {
            guard let pending = pending[number] else { continue }
            if pending.request.message != nil, !pending.isTried, case .resting = pending.place {
                release(number)
            } else {
                route(number)
            }
        }
    }

    /// Forgets a message, which is received again if it is there.
    mutating func release(_ number: Int) {
        _ = remove(number)
        commands.append(.release(number))
    }
}
