// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A store that a node owns according to its own data, or is about to own.
struct OwnedStore: Sendable {
    enum Phase: Equatable, Sendable {
        case finding
        case claiming(at: Int)
        case recovering(claim: Int)
        case open

        /// Open, but possibly another node's by now: requests wait until the log was read.
        case verifying
    }

    /// Which of the openings at this node it is: answers to earlier ones do not count.
    let opening: Int
    var phase = Phase.finding

    /// How many claims were too late.
    var lateClaims = 0

    /// The number of verifications in flight: an answer to one from before the node was cut off does not count.
    var verifications = 0

    /// Requests for the time when it is open.
    var waiting: [Int] = []

    /// The running requests, each with the command's id.
    var running: [Int: String?] = [:]

    /// Those that wait for a command that is being done: the first one does it.
    var doing: [String: [Int]] = [:]
    var window = CommandWindow()
    var lastUse: Duration

    mutating func forget(look number: Int) {
        if case .some(nil) = running[number] { running[number] = nil }
    }
}

extension NodeProtocol {
    /// Performs a request on a store of this node, and opens the store first if necessary.
    mutating func perform(_ number: Int, by name: StoreName) {
        if stores[name] == nil {
            openings += 1
            stores[name] = OwnedStore(opening: openings, lastUse: now)
            commands.append(.findLast(name, opening: openings))
        }
        guard var store = stores[name], let request = pending[number]?.request else { return }
        store.lastUse = now
        defer { stores[name] = store }
        guard store.phase == .open else { return store.waiting.append(number) }
        guard case .command(let id) = request.kind else {
            store.running[number] = .some(nil)
            return commands.append(.perform(number, name, opening: store.opening))
        }
        if let entry = store.window[id] { return answer(number, .committed(entry)) }
        // It was done by the store that was lost, or its message is still there.
        if request.message != nil, pending[number]?.isTried == true { return release(number) }
        markTried(number)
        if store.doing[id] != nil {
            store.doing[id]?.append(number)
            return
        }
        store.doing[id] = [number]
        store.running[number] = id
        commands.append(.perform(number, name, opening: store.opening))
    }

    mutating func performed(_ number: Int, _ name: StoreName, _ opening: Int, _ result: StoreAnswer) {
        guard var store = stores[name], store.opening == opening,
            let command = store.running.removeValue(forKey: number)
        else { return }
        if result == .lost {
            store.running[number] = command
            stores[name] = store
            return lose(name)
        }
        store.lastUse = now
        let askers = command.flatMap { store.doing.removeValue(forKey: $0) } ?? [number]
        if let command, case .committed(let entry) = result { store.window.insert(command, entry: entry) }
        stores[name] = store
        for asker in askers {
            switch result {
            case .committed(let entry): answer(asker, .committed(entry))
            case .shown, .lost: answer(asker, .shown)
            case .refused(let reason): answer(asker, .refused(reason))
            case .unreadable(let reason) where pending[asker]?.request.message == nil:
                answer(asker, .refused(reason))
            case .unreadable(let reason): setAside(asker, reason)
            }
        }
        review(name)
    }

    mutating func logAnswered(_ name: StoreName, _ answer: LogAnswer) {
        guard var store = stores[name] else { return }
        let opening = store.opening
        switch (store.phase, answer) {
        case (.finding, .last(let last)):
            store.phase = .claiming(at: last + 1)
            commands.append(.claim(name, opening: opening, at: last + 1))
        case (.claiming(let claim), .claimed):
            store.phase = .recovering(claim: claim)
            commands.append(.recover(name, opening: opening, claim: claim))
        case (.claiming, .fenced) where store.lateClaims < 3:
            store.lateClaims += 1
            store.phase = .finding
            commands.append(.findLast(name, opening: opening))
        case (.recovering, .recovered(let recorded)):
            for command in recorded { store.window.insert(command.id, entry: command.entry) }
            return open(name, store)
        case (.open, .claimed), (.open, .failed), (.verifying, .claimed):
            store.verifications -= 1
            if store.phase == .verifying, store.verifications == 0 { return open(name, store) }
        case (_, .broken(let reason)):
            stores[name] = nil
            commands.append(.close(name, opening: opening))
            for number in store.waiting { setAside(number, reason) }
            return
        default: return lose(name)
        }
        stores[name] = store
    }

    /// Performs the requests that have waited for a store.
    private mutating func open(_ name: StoreName, _ store: OwnedStore) {
        var opened = store
        (opened.phase, opened.waiting) = (.open, [])
        stores[name] = opened
        for number in store.waiting { perform(number, by: name) }
        review(name)
    }

    /// In how many readings of the table each store is verified once.
    static let turns = 10

    /// Verifies that this node still owns its stores: without commands, it would not notice that it lost one.
    ///
    /// - Parameter all: Whether to verify all stores at once, or only the next few.
    mutating func verify(all: Bool) {
        readings += 1
        let due = stores.filter { _, store in
            if all { return store.phase == .open || store.phase == .verifying }
            return store.phase == .open && store.opening % Self.turns == readings % Self.turns
        }
        for (name, store) in due.sorted(by: { $0.value.opening < $1.value.opening }) {
            if all { stores[name]?.phase = .verifying }
            stores[name]?.verifications += 1
            commands.append(.verify(name, opening: store.opening))
        }
    }

    /// Gives up a store that cannot write or was not opened; its requests are tried again.
    mutating func lose(_ name: StoreName) {
        guard let store = stores.removeValue(forKey: name) else { return }
        commands.append(.close(name, opening: store.opening))
        let numbers = Set(store.waiting).union(store.running.keys).union(store.doing.values.joined())
        for number in numbers.sorted() { rest(number) }
    }

    /// Closes the stores whose time is over.
    ///
    /// - Parameter haveMoved: Whether others may own them now.
    mutating func reviewAll(haveMoved: Bool) {
        let ending = stores.filter { name, store in
            haveMoved && owner(of: name) != row.name || isPassive(name, store)
        }
        // In an order that is the same each time.
        for name in ending.keys.sorted(by: { $0.log < $1.log }) { review(name) }
    }

    /// Closes a store that belongs to another node, when its commands are done, or that is not used.
    mutating func review(_ name: StoreName) {
        guard let store = stores[name], store.phase == .open else { return }
        let isForeign = store.doing.isEmpty && owner(of: name) != row.name
        if isForeign || isPassive(name, store) { lose(name) }
    }

    private func isPassive(_ name: StoreName, _ store: OwnedStore) -> Bool {
        guard store.phase == .open, store.running.isEmpty, let age = settings.passivation[name.directory]
        else {
            return false
        }
        return now - store.lastUse >= age
    }
}
