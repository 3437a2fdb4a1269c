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
    private var records = EffectRecords(.table)
    private var identified: [AnyHashable: EffectRecords] = [:]
    private var limits: [EffectLimit.Key: EffectLimit] = [:]
    private var lastOrder = 0
    private var lastMark = 0

    /// How many records there are.
    var count: Int { records.records.count }

    var isEmpty: Bool { records.isEmpty }

    /// The operations that have neither ended nor been cancelled, in the order in which they began.
    ///
    /// - Parameter whole: The effect that they are parts of; `nil` for all.
    /// - Returns: The records.
    mutating func operations(of whole: EffectRecord? = nil) -> [EffectRecord] {
        (whole.map { subtree([$0]) } ?? records.records)
            .filter { $0.kind == .operation && !$0.isStopped }
            .sorted { $0.order < $1.order }
    }

    // MARK: Beginning

    /// Registers an effect that begins.
    ///
    /// - Parameters:
    ///   - record: The effect.
    ///   - parent: The effect that it is a part of.
    ///   - place: The piece of state that it lives with; `nil` for the whole state.
    ///   - identifier: Its own identifier; those of its parents cancel it, too.
    mutating func begin(
        _ record: EffectRecord,
        in parent: EffectRecord? = nil,
        place: EffectLifetime?,
        identifier: AnyHashable? = nil
    ) {
        lastOrder += 1
        record.order = lastOrder
        records.append(record)
        if let parent, parent.isRegistered {
            record.parent = parent
            parent.parts.append(record)
        }
        record.place = place
        place?.effects.append(record)
        guard let identifier else { return }
        record.identifier = identifier
        identified[identifier, default: EffectRecords(.identifier)].append(record)
    }

    /// Requests a policy's permission to begin an effect under an identifier, and registers it unless it is refused.
    ///
    /// - Parameters:
    ///   - key: The effects that the policy counts.
    ///   - policy: The limit, and the answer to an effect beyond it. A limit below 1 counts as 1.
    ///   - parent: The effect that it is a part of.
    ///   - place: The piece of state that it lives with; `nil` for the whole state.
    ///   - identifier: Its own identifier.
    ///   - commands: Gets the commands to perform before it begins.
    /// - Returns: Its record, and whether it waits; `nil` if it is dropped.
    mutating func request(
        _ key: EffectLimit.Key,
        policy: EffectPolicy,
        in parent: EffectRecord? = nil,
        place: EffectLifetime?,
        identifier: AnyHashable?,
        _ commands: inout [EffectCommand]
    ) -> (record: EffectRecord, waits: Bool)? {
        // The limit of the first effect applies until none is left. With another limit, a new effect could overtake those that
        // wait.
        let limit = limits[key] ?? EffectLimit(key, limit: max(policy.limit, 1))
        if limit.isFull, policy.overflow == .refuse { return nil }
        let record = EffectRecord(.whole)
        begin(record, in: parent, place: place, identifier: identifier)
        record.limit = limit
        limits[key] = limit
        guard limit.isFull else {
            limit.running.append(record)
            return (record, false)
        }
        switch policy.overflow {
        case .queue, .refuse: limit.waiting.append(record)
        case .queueLatest:
            let former = limit.waiting
            limit.waiting = [record]
            cancel(former.filter(\.isActive), &commands)
        case .cancelOldest:
            limit.waiting.append(record)
            // Effects that waited before it get a place first, and may be the oldest then.
            while !limit.running.contains(where: { $0 === record }), let oldest = limit.running.first {
                cancel([oldest], &commands)
            }
            return (record, false)
        }
        return (record, true)
    }

    // MARK: Ending

    /// An operation has ended, whether it was cancelled before or not.
    mutating func end(_ record: EffectRecord, _ commands: inout [EffectCommand]) {
        guard record.isRegistered else { return }
        let parent = record.isTold ? record.parent : nil
        remove(record, &commands)
        endPart(of: parent, &commands)
    }

    /// Removes one part to wait for, here and in each parent whose last part ended.
    mutating func endPart(of record: EffectRecord?, _ commands: inout [EffectCommand]) {
        var next = record
        while let record = next, record.isRegistered {
            record.pending -= 1
            guard record.pending == 0 else { return }
            if record.kind == .sequence, !record.isStopped, record.content != nil {
                record.pending = 1
                return commands.append(.goOn(record))
            }
            next = record.isTold ? record.parent : nil
            record.isOver = true
            if let clock = record.clock { cancel([clock], &commands) }
            if let limit = record.limit.take() { release([(limit, record)], &commands) }
            // A part that it does not wait for, such as the window of a throttle, keeps it in the table: it still cancels that.
            if record.isRegistered, record.parts.isEmpty { remove(record, &commands) }
        }
    }

    // MARK: Cancelling

    /// Cancels the effects under an identifier, in a piece of state or below it.
    mutating func cancel(
        _ identifier: AnyHashable,
        within place: EffectLifetime?,
        _ commands: inout [EffectCommand]
    ) {
        guard let candidates = identified[identifier]?.records else { return }
        let found = candidates.filter { record in
            place.map { record.place?.isWithin($0) == true } ?? true
        }
        // Usually these are all, and leave the table: drop their list at once rather than one by one.
        if found.count == candidates.count, found.allSatisfy({ $0.kind != .named }) {
            identified[identifier] = nil
            for record in found { record.identifier = nil }
        }
        cancel(found, &commands)
    }

    /// Cancels the effects that live with a piece of state, or below it.
    mutating func cancel(_ place: EffectLifetime, _ commands: inout [EffectCommand]) {
        var found: [EffectRecord] = []
        var places = [place]
        while let next = places.popLast() {
            found += next.effects.records
            next.forEachChild { places.append($0) }
        }
        cancel(found, &commands)
    }

    /// Cancels all effects; none that waited begins.
    mutating func cancelAll(_ commands: inout [EffectCommand]) {
        for limit in limits.values { limit.waiting = [] }
        limits = [:]
        cancel(records.records, &commands)
    }

    /// Cancels effects with their parts, in the order in which they began.
    mutating func cancel(_ roots: [EffectRecord], _ commands: inout [EffectCommand]) {
        var released: [(EffectLimit, EffectRecord)] = []
        for record in subtree(roots).sorted(by: { $0.order < $1.order }) where record.isRegistered {
            // A name stays, because some of its parts may not have begun yet.
            guard record.kind != .named, !record.isStopped else { continue }
            if let limit = record.limit.take() { released.append((limit, record)) }
            record.isStopped = true
            if record.kind != .operation {
                forget(record, &commands)
                if let content = record.content.take() { commands.append(.release(content)) }
                continue
            }
            commands.append(.cancel(record))
            if record.isAwaited { forget(record, &commands) } else { end(record, &commands) }
        }
        if !released.isEmpty { release(released, &commands) }
    }

    /// Some records, and all below them, each once.
    private mutating func subtree(_ roots: [EffectRecord]) -> [EffectRecord] {
        if roots.count == 1, roots[0].parts.isEmpty { return roots }
        lastMark += 1
        var found: [EffectRecord] = []
        func add(_ records: [EffectRecord]) {
            for record in records where record.mark != lastMark {
                record.mark = lastMark
                found.append(record)
            }
        }
        add(roots)
        var index = 0
        while index < found.count {
            add(found[index].parts.records)
            index += 1
        }
        return found
    }

    /// Removes effects from their policies, and lets waiting effects begin that have a place now.
    private mutating func release(
        _ counted: [(limit: EffectLimit, record: EffectRecord)],
        _ commands: inout [EffectCommand]
    ) {
        for (limit, record) in counted { limit.running.removeAll { $0 === record } }
        for (limit, _) in counted {
            for record in limit.admit() {
                if let content = record.content { commands.append(.open(content)) }
            }
            if limit.running.isEmpty, limits[limit.key] === limit { limits[limit.key] = nil }
        }
    }

    // MARK: The table

    /// Removes a record from all indices; only its parts still refer to it.
    private mutating func forget(_ record: EffectRecord, _ commands: inout [EffectCommand]) {
        if let identifier = record.identifier.take() {
            identified[identifier]?.remove(record)
            if identified[identifier]?.isEmpty == true { identified[identifier] = nil }
        }
        if let place = record.place.take() {
            place.effects.remove(record)
            commands.append(.release(place))
        }
    }

    /// Removes a record, and parents that were kept for it.
    private mutating func remove(_ record: EffectRecord, _ commands: inout [EffectCommand]) {
        var next: EffectRecord? = record
        while let record = next {
            forget(record, &commands)
            records.remove(record)
            let parent = record.parent.take()
            parent?.parts.remove(record)
            // The store has the operations, and releases the others when the table has been changed.
            if let clock = record.clock.take() { commands.append(.release(clock)) }
            if record.kind != .operation { commands.append(.release(record)) }
            next = parent.flatMap { $0.isOver && $0.parts.isEmpty ? $0 : nil }
        }
    }

    /// Removes all records without any command; the caller releases them.
    ///
    /// They refer to each other until then.
    mutating func removeAll() -> [EffectRecord] {
        let all = records.records
        for record in all {
            (record.parent, record.place, record.limit) = (nil, nil, nil)
            (record.clock, record.content, record.parts) = (nil, nil, EffectRecords(.parent))
        }
        self = EffectMachine()
        return all
    }
}

/// One effect of the table: an operation, or a composition.
class EffectRecord {
    /// The kind of a record.
    enum Kind {
        /// One asynchronous operation.
        case operation
        /// Parts, all of which have to end.
        case whole
        /// Parts that begin one after another.
        case sequence
        /// Parts that have an identifier in common, and nothing else: cancelling it cancels each of them.
        case named
    }

    final let kind: Kind

    /// Whether the store reports the end of the operation also after a cancellation, because another effect follows.
    final let isAwaited: Bool

    /// Whether the parent waits for its end; not if another effect has replaced it.
    final var isTold: Bool

    /// The object that the store keeps for it.
    final var content: AnyObject?

    /// The wait for its timeout, which ends with it.
    final var clock: EffectRecord?

    /// The number of parts that have to end first.
    final var pending: Int

    /// The position in the order in which effects began, counted from 1.
    fileprivate(set) final var order = 0
    fileprivate final var identifier: AnyHashable?
    fileprivate final var place: EffectLifetime?
    fileprivate(set) final var parent: EffectRecord?
    fileprivate final var parts = EffectRecords(.parent)

    /// The policy that counts it.
    fileprivate final var limit: EffectLimit?

    /// Its positions in lists of each kind, -1 for none.
    fileprivate final var positions = SIMD4(repeating: -1)

    /// Whether it was cancelled.
    fileprivate final var isStopped = false

    /// Whether all its parts have ended.
    fileprivate final var isOver = false

    /// The number of the last walk over the tree that visited it.
    fileprivate final var mark = 0

    init(_ kind: Kind, isAwaited: Bool = false, isTold: Bool = true) {
        (self.kind, self.isAwaited, self.isTold) = (kind, isAwaited, isTold)
        pending = kind == .operation ? 0 : 1
    }

    fileprivate final var isRegistered: Bool { positions[EffectRecords.Kind.table.rawValue] >= 0 }

    /// Whether the effect has neither ended nor been cancelled.
    final var isActive: Bool { isRegistered && !isStopped && !isOver }
}

/// Records in any order, of which each knows its position.
struct EffectRecords {
    /// The property that the records have in common; a record is in at most one list of each kind.
    fileprivate enum Kind: Int { case table, parent, place, identifier }

    private let kind: Kind
    fileprivate private(set) var records: [EffectRecord] = []

    fileprivate init(_ kind: Kind) { self.kind = kind }

    /// The effects of a piece of state.
    init() { self.init(.place) }

    var isEmpty: Bool { records.isEmpty }

    fileprivate mutating func append(_ record: EffectRecord) {
        record.positions[kind.rawValue] = records.count
        records.append(record)
    }

    fileprivate mutating func remove(_ record: EffectRecord) {
        let (position, last) = (record.positions[kind.rawValue], records.removeLast())
        if last !== record {
            records[position] = last
            last.positions[kind.rawValue] = position
        }
        record.positions[kind.rawValue] = -1
        // A burst may have made the list large.
        if records.isEmpty, records.capacity > 64 { records = [] }
    }
}

/// A command of the table to its store.
enum EffectCommand {
    /// Cancel an operation.
    case cancel(EffectRecord)
    /// Let an effect begin that waited for a place.
    case open(AnyObject)
    /// Begin the next part of a sequence, or end it if there is none.
    case goOn(EffectRecord)
    /// Release an object, which may run any code.
    case release(AnyObject)
}

/// The effects that a policy counts: those under one identifier in one piece of state.
final class EffectLimit {
    /// Effects with equal keys are counted together.
    struct Key: Hashable {
        /// Whether they are the windows of `throttle`, which are counted apart from the effects of a policy.
        let isOfWindows: Bool
        let identifier: AnyHashable
        let place: ObjectIdentifier?

        init(_ identifier: AnyHashable, isOfWindows: Bool = false, in place: EffectLifetime?) {
            self.isOfWindows = isOfWindows
            self.identifier = identifier
            self.place = place.map(ObjectIdentifier.init)
        }
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
