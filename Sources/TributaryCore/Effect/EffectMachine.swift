// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// All effects of a store in one table: a record for each that runs, waits, or is composed of others.
///
/// It starts no work: it receives events and appends commands, so that tests need no store. Records form a tree: the end of a part
/// reaches the effects that wait for it, and a cancellation reaches the parts. Beginning, ending, and cancelling take constant time
/// for each affected record.
///
/// It calls code of the program only to hash, compare and release identifiers.
struct EffectMachine {
    private var records: [EffectRecord] = []
    private var identified: [AnyHashable: EffectRecords] = [:]
    private var limits: [Limit.Key: Limit] = [:]
    private var lastOrder = 0

    /// The commands that the store has yet to perform, in order.
    private var commands: [Command] = []

    /// The rest of effects that are being taken apart, the next one at the end; without an operation, the next part of the sequence
    /// in the context.
    ///
    /// In the table, because access to it is not checked.
    var unfinished: [(operation: EffectOperation?, context: EffectContext)] = []

    /// How many operations have ever begun.
    var operationCount = 0

    /// How many records there are.
    var count: Int { records.count }

    /// The operations that have neither ended nor been cancelled, in the order in which they began.
    ///
    /// - Parameter whole: The effect that they are parts of; `nil` for all.
    /// - Returns: The records.
    func operations(of whole: EffectRecord? = nil) -> [EffectRecord] {
        subtree(whole.map { [$0] } ?? records).filter { $0.kind == .operation && !$0.isStopped }
    }

    /// Removes and returns the commands since the last call.
    mutating func takeCommands() -> [Command] {
        defer { commands = [] }
        return commands
    }

    // MARK: Beginning

    /// Registers an effect that begins.
    mutating func begin(_ record: EffectRecord) {
        lastOrder += 1
        (record.order, record.index, record.isRegistered) = (lastOrder, records.count, true)
        records.append(record)
        if record.parent?.isRegistered == false { record.parent = nil }
        record.parent?.parts[lastOrder] = record
        record.place?.effects[lastOrder] = record
        if let identifier = record.identifier { identified[identifier, default: [:]][lastOrder] = record }
    }

    /// Requests a policy's permission to begin an effect, and registers it unless it is refused.
    ///
    /// - Parameters:
    ///   - record: The effect.
    ///   - policy: The limit, and the answer to an effect beyond it. A limit below 1 counts as 1.
    ///   - keepsWindow: Whether it keeps its place for the window of a throttle.
    /// - Returns: Whether it waits; `nil` if it is dropped.
    mutating func request(
        _ record: EffectRecord,
        _ policy: EffectPolicy,
        keepsWindow: Bool = false
    ) -> Bool? {
        let key = Limit.Key(
            isOfWindows: keepsWindow,
            identifier: record.identifier,
            place: record.place.map(ObjectIdentifier.init)
        )
        // The limit of the first effect applies until none is left. With another limit, a new effect could overtake those that
        // wait.
        let limit = limits[key] ?? Limit(key, limit: max(policy.limit, 1))
        if limit.isFull, policy.overflow == .refuse { return nil }
        begin(record)
        record.limit = limit
        limits[key] = limit
        if limit.isFull, policy.overflow == .queueLatest {
            let former = limit.waiting
            limit.waiting = []
            cancel(former.filter(\.isActive))
        }
        limit.waiting.append(record)
        limit.admit()
        // Effects that waited before it get a place first, and may be the oldest then.
        while limit.running.last !== record, policy.overflow == .cancelOldest,
            let oldest = limit.running.first
        {
            cancel([oldest])
        }
        return limit.running.last !== record
    }

    /// An effect begins, maybe before its policy has a place for it: it takes one beyond the limit then.
    mutating func takePlace(_ record: EffectRecord) {
        if let limit = record.limit, let index = limit.waiting.firstIndex(where: { $0 === record }) {
            limit.running.append(limit.waiting.remove(at: index))
        }
    }

    // MARK: Ending

    /// An operation has ended, whether it was cancelled before or not.
    mutating func end(_ record: EffectRecord) {
        guard record.isRegistered else { return }
        let parent = record.parent
        remove(record)
        if record.isTold {
            endPart(of: parent)
        } else if let parent, parent.window === record {
            parent.window = nil
            leaveLimit(parent)
        }
    }

    /// Removes one part to wait for, here and in each parent whose last part ended.
    mutating func endPart(of record: EffectRecord?) {
        var next = record
        while let record = next, record.isRegistered {
            record.pending -= 1
            guard record.pending == 0 else { return }
            if !record.rest.isEmpty {
                record.pending = 1
                return commands.append(.goOn(record))
            }
            next = record.isTold ? record.parent : nil
            record.isOver = true
            if let clock = record.clock { cancel([clock]) }
            if record.window == nil { leaveLimit(record) }
            // A part that it does not wait for, such as the window of a throttle, keeps it in the table: it still cancels that.
            if record.isRegistered, record.parts.isEmpty { remove(record) }
        }
    }

    // MARK: Cancelling

    /// Cancels the effects under an identifier, in a piece of state or below it.
    mutating func cancel(_ identifier: AnyHashable, within place: EffectLifetime?) {
        let found = identified[identifier]?.values.filter { record in
            place.map { record.place?.isWithin($0) == true } ?? true
        }
        if let found { cancel(found) }
    }

    /// Cancels the effects that live with a piece of state, or below it.
    mutating func cancel(_ place: EffectLifetime) {
        var found: [EffectRecord] = []
        var places = [place]
        while let next = places.popLast() {
            found += next.effects.values
            next.forEachChild { places.append($0) }
        }
        cancel(found)
    }

    /// Cancels all effects; none that waited begins.
    mutating func cancelAll() {
        for limit in limits.values { limit.waiting = [] }
        limits = [:]
        cancel(records)
    }

    /// Cancels effects with their parts, in the order in which they began.
    mutating func cancel(_ roots: [EffectRecord]) {
        var released: [(Limit, EffectRecord)] = []
        for record in subtree(roots) where record.isRegistered {
            // A name stays, because some of its parts may not have begun yet.
            guard record.kind != .named, !record.isStopped else { continue }
            if let limit = record.limit.take() { released.append((limit, record)) }
            record.isStopped = true
            if record.kind != .operation {
                forget(record)
                commands.append(.release(record.rest))
                record.rest = []
                continue
            }
            commands.append(.cancel(record))
            if record.isAwaited { forget(record) } else { end(record) }
        }
        if !released.isEmpty { release(released) }
    }

    /// Some records, and all below them, each once, in the order in which they began.
    private func subtree(_ roots: [EffectRecord]) -> [EffectRecord] {
        if roots.count == 1, roots[0].parts.isEmpty { return roots }
        var (found, rest): (EffectRecords, _) = ([:], roots)
        while let record = rest.popLast() {
            if found.updateValue(record, forKey: record.order) == nil { rest += record.parts.values }
        }
        return found.values.sorted { $0.order < $1.order }
    }

    /// Lets the effects begin that waited for the place of another one.
    private mutating func leaveLimit(_ record: EffectRecord) {
        if let limit = record.limit.take() { release([(limit, record)]) }
    }

    /// Removes effects from their policies, and lets waiting effects begin that have a place now.
    private mutating func release(_ counted: [(limit: Limit, record: EffectRecord)]) {
        for (limit, record) in counted { limit.running.removeAll { $0 === record } }
        for (limit, _) in counted {
            for case let gate? in limit.admit().map(\.gate) { commands.append(.open(gate)) }
            if limit.running.isEmpty, limits[limit.key] === limit { limits[limit.key] = nil }
        }
    }

    // MARK: The table

    /// Removes a record from all indices; only its parts still refer to it.
    private mutating func forget(_ record: EffectRecord) {
        if let identifier = record.identifier.take(), let index = identified.index(forKey: identifier) {
            identified.values[index][record.order] = nil
            if identified.values[index].isEmpty { identified.remove(at: index) }
        }
        if let place = record.place.take() {
            place.effects[record.order] = nil
            commands.append(.release(place))
        }
    }

    /// Removes a record, and parents that were kept for it.
    private mutating func remove(_ record: EffectRecord) {
        var next: EffectRecord? = record
        while let record = next {
            forget(record)
            record.isRegistered = false
            // The last one takes its place.
            let last = records.removeLast()
            if last !== record { (records[record.index], last.index) = (last, record.index) }
            let parent = record.parent.take()
            parent?.parts[record.order] = nil
            // Released when the table has been changed; the store has the operations.
            if record.kind != .operation { commands.append(.release(record)) }
            next = parent.flatMap { $0.isOver && $0.parts.isEmpty ? $0 : nil }
        }
        // A burst may have made the table large.
        if records.isEmpty, records.capacity > 64 { records = [] }
    }

    /// Removes all records without any command; the caller releases them.
    ///
    /// They refer to each other until then.
    mutating func removeAll() -> [EffectRecord] {
        let all = subtree(records)
        for record in all {
            (record.parent, record.place, record.limit, record.parts) = (nil, nil, nil, [:])
        }
        self = EffectMachine()
        return all
    }

    /// A command of the table to its store.
    enum Command {
        /// Cancel an operation.
        case cancel(EffectRecord)
        /// Let an effect begin that waited for a place.
        case open(EffectGroup)
        /// Begin the next part of a sequence.
        case goOn(EffectRecord)
        /// Release a value, which may run any code.
        case release(Any)
    }

    // MARK: Limits

    /// The effects that a policy counts: those under one identifier in one piece of state.
    final class Limit {
        /// Effects with equal keys are counted together.
        struct Key: Hashable {
            /// Whether they are the windows of `throttle`, which are counted apart from the effects of a policy.
            let isOfWindows: Bool
            let identifier: AnyHashable?
            let place: ObjectIdentifier?
        }

        fileprivate let key: Key

        /// How many effects may run; the first effect's policy decides.
        private let limit: Int
        fileprivate var running: [EffectRecord] = []

        /// The effects that wait, in order.
        ///
        /// Some may have been cancelled.
        fileprivate var waiting: ArraySlice<EffectRecord> = []

        fileprivate init(_ key: Key, limit: Int) { (self.key, self.limit) = (key, limit) }

        fileprivate var isFull: Bool { running.count >= limit }

        /// Removes the effects that wait and have a place now from the list, and returns them.
        @discardableResult
        fileprivate func admit() -> [EffectRecord] {
            let before = running.count
            while let next = waiting.first, !isFull || !next.isActive {
                waiting.removeFirst()
                if next.isActive { running.append(next) }
            }
            if waiting.isEmpty { waiting = [] }
            return Array(running[before...])
        }
    }
}

/// Records by the order in which they began.
typealias EffectRecords = [Int: EffectRecord]
