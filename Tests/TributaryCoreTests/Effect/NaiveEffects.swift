// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCore

/// The content of the table of effects, as a list that is searched from its beginning.
struct NaiveEffects {
    struct Entry {
        let number: Int
        let kind: EffectRecord.Kind
        var parent: Int?
        let place: Int
        var identifier: Int?
        var isAwaited = false
        var isTold = true
        var pending = 1
        var isCancelled = false
        var hasEnded = false
        /// How many parts of a sequence have not begun.
        var steps = 0
        var key: Key?
        var isWaiting = false
        /// The time when a policy let it run.
        var ran = 0
        var clock: Int?

        /// The part until whose end it keeps its place.
        var window: Int?

        var isActive: Bool { !isCancelled && !hasEnded }

        /// Whether a policy counts it.
        var isCounted: Bool { !isCancelled && (!hasEnded || window != nil) }

        var mayHaveWindow: Bool { key != nil && !isWaiting && window == nil }
    }

    struct Key: Hashable {
        let identifier: Int
        let place: Int
    }

    /// The commands, in order.
    enum Command: Equatable {
        case cancel(Int), open(Int), goOn(Int)
    }

    var entries: [Entry] = []
    var commands: [Command] = []
    private var limits: [Key: Int] = [:]
    private var runs = 0

    /// Each place is below the one at half its index.
    static func isWithin(_ place: Int, _ other: Int) -> Bool {
        var place = place
        while place != other, place > 0 { place /= 2 }
        return place == other
    }

    subscript(_ number: Int) -> Entry? {
        get { entries.first { $0.number == number } }
        set {
            guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
            if let newValue { entries[index] = newValue } else { entries.remove(at: index) }
        }
    }

    private func children(of number: Int) -> [Entry] { entries.filter { $0.parent == number } }

    private func counted(_ key: Key) -> [Entry] { entries.filter { $0.key == key && $0.isCounted } }

    private func running(_ key: Key) -> [Entry] {
        counted(key).filter { !$0.isWaiting }.sorted { $0.ran < $1.ran }
    }

    func isFull(_ key: Key) -> Bool { running(key).count >= limits[key] ?? .max }

    /// A policy requested an effect, which is counted.
    mutating func count(_ number: Int, _ key: Key, _ policy: EffectPolicy) {
        if counted(key).isEmpty { limits[key] = max(policy.limit, 1) }
        let isFull = isFull(key)
        self[number]?.key = key
        self[number]?.isWaiting = isFull
        let run = nextRun()
        self[number]?.ran = run
        guard isFull else { return }
        switch policy.overflow {
        case .queue, .refuse: break
        case .queueLatest:
            cancel(counted(key).filter { $0.isWaiting && $0.number != number }.map(\.number))
        case .cancelOldest:
            while let waiting = self[number], waiting.isWaiting, let oldest = running(key).first {
                cancel([oldest.number])
            }
            commands.removeAll { $0 == .open(number) }
        }
    }

    private mutating func nextRun() -> Int {
        runs += 1
        return runs
    }

    private mutating func fill(_ keys: [Key]) {
        for key in keys {
            while !isFull(key), let next = counted(key).first(where: \.isWaiting) {
                self[next.number]?.isWaiting = false
                let run = nextRun()
                self[next.number]?.ran = run
                commands.append(.open(next.number))
            }
        }
    }

    mutating func end(_ number: Int) {
        guard let entry = self[number] else { return }
        let parent = entry.parent.flatMap { self[$0] }
        self[number] = nil
        if let parent, parent.window == number {
            self[parent.number]?.window = nil
            self[parent.number]?.key = nil
            if let key = parent.key, !parent.isCancelled { fill([key]) }
        }
        prune()
        if entry.isTold, let parent { endPart(of: parent.number) }
    }

    mutating func endPart(of number: Int) {
        guard var entry = self[number] else { return }
        entry.pending -= 1
        self[number] = entry
        guard entry.pending == 0 else { return }
        if !entry.isCancelled, entry.steps > 0 {
            self[number]?.pending = 1
            commands.append(.goOn(number))
            return
        }
        self[number]?.hasEnded = true
        if let clock = entry.clock { cancel([clock]) }
        let key = entry.isCancelled || entry.window != nil ? nil : entry.key
        if let key { fill([key]) }
        prune()
        if entry.isTold, let parent = entry.parent { endPart(of: parent) }
    }

    /// Removes effects that have ended and have no parts left.
    private mutating func prune() {
        while let index = entries.firstIndex(where: { $0.hasEnded && children(of: $0.number).isEmpty }) {
            entries.remove(at: index)
        }
    }

    mutating func cancel(_ identifier: Int, within place: Int) {
        cancel(
            entries.filter {
                !$0.isCancelled && $0.identifier == identifier && Self.isWithin($0.place, place)
            }.map(\.number)
        )
    }

    mutating func cancel(place: Int) {
        cancel(entries.filter { !$0.isCancelled && Self.isWithin($0.place, place) }.map(\.number))
    }

    mutating func cancelAll() {
        for index in entries.indices { entries[index].key = nil }
        cancel(entries.map(\.number))
    }

    mutating func cancel(_ roots: [Int]) {
        var all = Set(roots)
        func add(_ number: Int) {
            for child in children(of: number) where all.insert(child.number).inserted { add(child.number) }
        }
        for root in roots { add(root) }
        var keys: [Key] = []
        for number in all.sorted() {
            guard let entry = self[number], entry.kind != .named, !entry.isCancelled else { continue }
            if let key = entry.key, entry.isCounted { keys.append(key) }
            self[number]?.isCancelled = true
            guard entry.kind == .operation else { continue }
            commands.append(.cancel(number))
            if !entry.isAwaited { end(number) }
        }
        fill(keys)
    }
}
