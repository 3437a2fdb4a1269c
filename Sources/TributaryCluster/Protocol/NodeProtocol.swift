// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a node does next, as a value: events go in, commands come out.
///
/// No clock, task, log or connection is in it.
/// It keeps to five rules, from which the promises follow.
/// 1. A store is opened by an entry, its claim, after the last one; whatever was read before the claim was durable only told
///    where to put it. Then everything is read anew. An entry is durable only where all before it are, so the claim proves them.
/// 2. Who cannot write has lost the store, for whatever reason, and opens it again by a new claim, or asks the new owner.
/// 3. A command keeps its id wherever it goes, and the owner knows the ids of what is in the log. So it may be tried again.
/// 4. What was once tried without an answer ends as unknown; what was never tried ends as refused.
/// 5. Who owns a store makes sure of it in the log: of each open store in its turn, since others may have claimed it and be gone; and of all
///    at once when the table was not read for so long that others may have missed this node. Who does not read the table misses nobody.
struct NodeProtocol: Sendable {
    /// What is fixed for a node.
    struct Settings: Sendable {
        /// How long a node's row may stay as it is until the node counts as dead.
        var patience: Duration = .seconds(6)

        /// How long a store is kept that nobody asks for.
        var passivation: [String: Duration] = [:]

        /// How long to wait before something is tried again, the first time.
        var pause: Duration = .milliseconds(20)
    }

    struct Pending: Sendable {
        let request: NodeRequest

        /// Whether it was tried, and may have happened.
        var isTried = false

        /// Whether it was, before the node that is being asked was asked.
        var wasTried = false

        /// How often it came back.
        var returns = 0
        var place = Place.here
    }

    enum Place: Equatable, Sendable {
        /// In the store.
        case here

        /// At another node.
        case away

        /// Nowhere, until a time.
        case resting(until: Duration)
    }

    private(set) var row: NodeRow
    private(set) var table: NodeTable
    var settings: Settings
    var pending: [Int: Pending] = [:]
    var stores: [StoreName: OwnedStore] = [:]
    var openings = 0

    /// How often the table was read.
    var readings = 0
    var now: Duration = .zero
    private var hasLeft = false

    /// The other nodes that lived when the table was last read.
    private(set) var living: [String: Set<String>] = [:]
    var commands: [NodeCommand] = []

    init(address: String, epoch: UInt64, directories: Set<String> = [], settings: Settings = Settings()) {
        row = NodeRow(address: address, epoch: epoch, directories: directories)
        table = NodeTable(patience: settings.patience)
        self.settings = settings
    }

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: Of this node's clock; one that goes back stands still.
    /// - Returns: What is to be done now, in order.
    mutating func handle(_ event: NodeEvent, at time: Duration) -> [NodeCommand] {
        now = max(now, time)
        switch event {
        case .tick: tick()
        case .tableRead(let rows):
            let wasCutOff = table.update(rows, now: now)
            let others = table.others(than: row.address)
            defer { living = others }
            reviewAll(haveMoved: others != living || row.isLeaving)
            verify(all: wasCutOff)
            tick()
        case .requested(let request):
            pending[request.number] = Pending(request: request)
            route(request.number)
        case .abandoned(let number):
            guard let request = pending[number]?.request, request.kind == .look else { break }
            stores[request.store]?.forget(look: number)
            answer(number, .refused("nobody waits any more"))
        case .answered(let number, let answer): answered(number, answer)
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

    /// Adds a directory, whose stores this node takes from now on.
    mutating func addDirectory(_ name: String, passivation: Duration?) {
        row.directories.insert(name)
        settings.passivation[name] = passivation
    }

    /// The row to write next.
    mutating func nextRow() -> NodeRow {
        row.beat += 1
        return row
    }

    func owner(of store: StoreName) -> String? { table.owner(of: store, own: row) }

    // MARK: - Requests

    mutating func route(_ number: Int) {
        guard var pending = pending[number] else { return }
        guard now < pending.request.deadline else { return expire(number) }
        let owner = owner(of: pending.request.store)
        switch owner {
        case row.address:
            pending.place = .here
            self.pending[number] = pending
            perform(number, by: pending.request.store)
        case _ where pending.request.isForeign:
            answer(number, pending.isTried ? .unknown("the store has moved") : .elsewhere)
        case let owner?:
            pending.place = .away
            pending.wasTried = pending.isTried
            pending.isTried = true
            self.pending[number] = pending
            commands.append(.ask(number, address: owner))
        case nil: rest(number)
        }
    }

    /// Tries a request again later, each time after a longer pause.
    mutating func rest(_ number: Int) {
        guard var pending = pending[number] else { return }
        pending.returns = min(pending.returns + 1, 5)
        pending.place = .resting(until: now + settings.pause * (1 << pending.returns))
        self.pending[number] = pending
    }

    private mutating func answered(_ number: Int, _ answer: NodeAnswer) {
        guard let pending = pending[number], pending.place == .away else { return }
        switch answer {
        case .committed, .shown: self.answer(number, answer)
        case .refused(let reason):
            self.answer(number, pending.wasTried ? .unknown(reason) : answer)
        case .elsewhere:
            self.pending[number]?.isTried = pending.wasTried
            rest(number)
        case .unknown: rest(number)
        }
    }

    mutating func answer(_ number: Int, _ answer: NodeAnswer) {
        guard pending.removeValue(forKey: number) != nil else { return }
        commands.append(.answer(number, answer))
    }

    /// Ends a request whose time is over.
    private mutating func expire(_ number: Int) {
        guard let pending = pending[number] else { return }
        // A look that nobody waits for does not keep its store open.
        stores[pending.request.store]?.forget(look: number)
        let reason = "the deadline has passed"
        let isOpen = pending.isTried && pending.request.kind != .look
        answer(number, isOpen ? .unknown(reason) : .refused(reason))
    }

    private mutating func tick() {
        let due = pending.values.filter { pending in
            if case .resting(let time) = pending.place, now >= time { return true }
            return now >= pending.request.deadline
        }
        for number in due.map(\.request.number).sorted() { route(number) }
    }
}
