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
    private var firstFree = -1
    private var lastOrder = 0
    private var lastMark = 0
    private var identified: [AnyHashable: EffectNumbers] = [:]
    private var limits: [EffectLimit.Key: EffectLimit] = [:]

    /// How many records there are.
    private(set) var count = 0

    init() {}

    var isEmpty: Bool { count == 0 }

    /// Whether an effect has neither ended nor been cancelled.
    func isActive(_ number: EffectNumber) -> Bool {
        contains(number) && !records[number.slot].isCancelled && !records[number.slot].hasEnded
    }

    /// The content of a record: the object that the store keeps for the effect.
    func content(of number: EffectNumber) -> AnyObject? {
        contains(number) ? records[number.slot].content : nil
    }

    /// The contents of the operations that have neither ended nor been cancelled, in the order in which
    /// they began.
    ///
    /// - Parameter whole: The effect that they are parts of; `nil` for all.
    /// - Returns: The contents.
    mutating func operations(of whole: EffectNumber? = nil) -> [AnyObject] {
        let slots = whole.map { contains($0) ? subtree([$0.slot]) : [] } ?? Array(records.indices)
        return slots.filter {
            records[$0].kind == .operation && records[$0].order > 0 && !records[$0].isCancelled
        }
        .sorted { records[$0].order < records[$1].order }
        .compactMap { records[$0].content }
    }

    // MARK: Beginning

    /// Registers an effect that begins.
    ///
    /// - Parameters:
    ///   - kind: The kind of the record.
    ///   - parent: The effect that it is a part of.
    ///   - place: The piece of state that it lives with.
    ///   - identifier: Its own identifier; those of its parents cancel it, too.
    ///   - content: The object that the store keeps for it.
    ///   - isAwaited: Whether the store reports the end of the operation also after a cancellation, because another effect follows.
    ///   - isTold: Whether the parent waits for its end.
    /// - Returns: Its number.
    mutating func begin(
        _ kind: EffectRecord.Kind,
        in parent: EffectNumber? = nil,
        place: EffectLifetime,
        identifier: AnyHashable? = nil,
        content: AnyObject? = nil,
        isAwaited: Bool = false,
        isTold: Bool = true
    ) -> EffectNumber {
        lastOrder += 1
        count += 1
        let slot: Int
        if firstFree >= 0 {
            slot = firstFree
            firstFree = records[slot].next
        } else {
            slot = records.count
            records.append(EffectRecord())
        }
        var record = EffectRecord(order: lastOrder, kind: kind, content: content, place: place)
        record.isAwaited = isAwaited
        record.isTold = isTold
        if kind != .operation { record.pending = 1 }
        if let parent, contains(parent) {
            record.parent = parent.slot
            record.next = records[parent.slot].firstChild
            if record.next >= 0 { records[record.next].previous = slot }
            records[parent.slot].firstChild = slot
        }
        if !place.isRoot {
            record.nextInPlace = place.firstEffect
            if record.nextInPlace >= 0 { records[record.nextInPlace].previousInPlace = slot }
            place.firstEffect = slot
        }
        let number = EffectNumber(order: lastOrder, slot: slot)
        if let identifier {
            record.identifier = identifier
            identified[identifier, default: EffectNumbers()].append(number)
        }
        records[slot] = record
        return number
    }

    /// Requests a policy's permission to begin an effect under an identifier, and registers it unless it is refused.
    ///
    /// - Parameters:
    ///   - key: The effects that the policy counts.
    ///   - policy: The limit, and the answer to an effect beyond it. A limit below 1 counts as 1.
    ///   - parent: The effect that it is a part of.
    ///   - place: The piece of state that it lives with.
    ///   - identifier: Its own identifier.
    ///   - commands: Gets the commands to perform before it begins.
    /// - Returns: Whether it begins, waits or is dropped.
    mutating func request(
        _ key: EffectLimit.Key,
        policy: EffectPolicy,
        in parent: EffectNumber? = nil,
        place: EffectLifetime,
        identifier: AnyHashable?,
        _ commands: inout [EffectCommand]
    ) -> EffectAdmission {
        // The limit of the first effect applies until none is left. With another limit, a new effect could overtake those that
        // wait.
        let limit = limits[key] ?? EffectLimit(limit: max(policy.limit, 1))
        if limit.isFull, policy.overflow == .refuse { return .refused }
        let number = begin(.whole, in: parent, place: place, identifier: identifier)
        records[number.slot].limit = key
        limits[key] = limit
        guard limit.isFull else {
            limits[key]?.run(number)
            return .begins(number)
        }
        limits[key]?.wait(number)
        switch policy.overflow {
        case .queue, .refuse: break
        case .queueLatest: cancel(limit.waiting.filter(isActive).map(\.slot), &commands)
        case .cancelOldest:
            // Effects that waited before it get a place first, and may be the oldest then.
            while let limit = limits[key], limit.isFull, !limit.running.contains(number),
                let oldest = limit.running.first
            {
                cancel([oldest.slot], &commands)
            }
            return .begins(number)
        }
        return .waits(number)
    }

    /// Sets the content of a record.
    mutating func set(_ content: AnyObject?, of number: EffectNumber) {
        records[number.slot].content = content
    }

    /// Sets the wait for an effect's timeout, which ends with the effect.
    mutating func set(clock: EffectNumber, of number: EffectNumber) {
        records[number.slot].clock = clock
    }

    /// Adds parts to an effect, each of which has to end.
    mutating func expect(_ count: Int, in number: EffectNumber) {
        if contains(number) { records[number.slot].pending += count }
    }

    /// Detaches an effect from its parent, because another one has replaced it.
    mutating func detach(_ number: EffectNumber) {
        if contains(number) { records[number.slot].isTold = false }
    }

    // MARK: Ending

    /// An operation has ended, whether it was cancelled before or not.
    mutating func end(_ number: EffectNumber, _ commands: inout [EffectCommand]) {
        guard contains(number) else { return }
        let parent = records[number.slot].isTold ? records[number.slot].parent : -1
        remove(number.slot, &commands)
        endPart(of: parent, &commands)
    }

    /// A part has ended that has no record.
    mutating func endPart(of number: EffectNumber, _ commands: inout [EffectCommand]) {
        if contains(number) { endPart(of: number.slot, &commands) }
    }

    /// Removes one part to wait for, here and in each parent whose last part ended.
    private mutating func endPart(of slot: Int, _ commands: inout [EffectCommand]) {
        var slot = slot
        while slot >= 0 {
            records[slot].pending -= 1
            guard records[slot].pending == 0 else { return }
            if records[slot].kind == .sequence, !records[slot].isCancelled, records[slot].content != nil {
                records[slot].pending = 1
                commands.append(.goOn(number(at: slot)))
                return
            }
            let (number, parent) = (number(at: slot), records[slot].isTold ? records[slot].parent : -1)
            let (key, clock) = (records[slot].limit.take(), records[slot].clock)
            records[slot].hasEnded = true
            if let clock, contains(clock) { cancel([clock.slot], &commands) }
            if let key { release([(key, number)], &commands) }
            // A part that it does not wait for, such as the window of a throttle, keeps it in the table: it still cancels that.
            if contains(number), records[slot].firstChild < 0 { remove(slot, &commands) }
            slot = parent
        }
    }

    // MARK: Cancelling

    /// Cancels the effects under an identifier, in a piece of state or below it.
    mutating func cancel(
        _ identifier: AnyHashable,
        within place: EffectLifetime,
        _ commands: inout [EffectCommand]
    ) {
        guard let candidates = identified[identifier] else { return }
        let slots = candidates.numbers.filter { number in
            contains(number) && records[number.slot].place?.isWithin(place) == true
        }.map(\.slot)
        // Usually these are all, and leave the table: drop their list at once rather than one by one.
        if slots.count == candidates.liveCount, slots.allSatisfy({ records[$0].kind != .named }) {
            identified[identifier] = nil
            for slot in slots { records[slot].identifier = nil }
        }
        cancel(slots, &commands)
    }

    /// Cancels an effect with its parts.
    mutating func cancel(_ number: EffectNumber, _ commands: inout [EffectCommand]) {
        if contains(number) { cancel([number.slot], &commands) }
    }

    /// Cancels the effects that live with a piece of state, or below it.
    mutating func cancel(_ place: EffectLifetime, _ commands: inout [EffectCommand]) {
        var slots: [Int] = []
        var places = [place]
        while let next = places.popLast() {
            var slot = next.firstEffect
            while slot >= 0 {
                slots.append(slot)
                slot = records[slot].nextInPlace
            }
            next.forEachChild { places.append($0) }
        }
        cancel(slots, &commands)
    }

    /// Cancels all effects; none that waited begins.
    mutating func cancelAll(_ commands: inout [EffectCommand]) {
        limits = [:]
        cancel(records.indices.filter { records[$0].order > 0 }, &commands)
    }

    /// Cancels records with all below them, in the order in which they began.
    private mutating func cancel(_ slots: [Int], _ commands: inout [EffectCommand]) {
        var released: [(EffectLimit.Key, EffectNumber)] = []
        for number in subtree(slots).map({ number(at: $0) }).sorted() where contains(number) {
            let slot = number.slot
            // A name stays, because some of its parts may not have begun yet.
            guard records[slot].kind != .named, !records[slot].isCancelled else { continue }
            if let key = records[slot].limit.take() { released.append((key, number)) }
            records[slot].isCancelled = true
            if records[slot].kind != .operation {
                forget(slot)
                if let content = records[slot].content.take() { commands.append(.release(content)) }
                continue
            }
            if let content = records[slot].content { commands.append(.cancel(content)) }
            if records[slot].isAwaited { forget(slot) } else { end(number, &commands) }
        }
        if !released.isEmpty { release(released, &commands) }
    }

    /// Some records, and all below them, each once.
    private mutating func subtree(_ roots: [Int]) -> [Int] {
        if roots.count == 1, records[roots[0]].firstChild < 0 { return roots }
        lastMark += 1
        var slots: [Int] = []
        for root in roots where records[root].mark != lastMark {
            records[root].mark = lastMark
            var index = slots.count
            slots.append(root)
            while index < slots.count {
                var child = records[slots[index]].firstChild
                while child >= 0 {
                    if records[child].mark != lastMark {
                        records[child].mark = lastMark
                        slots.append(child)
                    }
                    child = records[child].next
                }
                index += 1
            }
        }
        return slots
    }

    /// Removes effects from their policies, and lets waiting effects begin that have a place now.
    private mutating func release(
        _ counted: [(key: EffectLimit.Key, number: EffectNumber)],
        _ commands: inout [EffectCommand]
    ) {
        for (key, number) in counted { limits[key]?.remove(number) }
        for (key, _) in counted {
            guard var limit = limits[key] else { continue }
            for number in limit.release(where: isActive) {
                if let content = records[number.slot].content { commands.append(.open(content)) }
            }
            limits[key] = limit.isEmpty ? nil : limit
        }
    }

    // MARK: The table

    private func number(at slot: Int) -> EffectNumber { EffectNumber(order: records[slot].order, slot: slot) }

    private func contains(_ number: EffectNumber) -> Bool {
        number.slot < records.count && records[number.slot].order == number.order
    }

    /// Removes a record from all indices; only its parts still refer to it.
    private mutating func forget(_ slot: Int) {
        if let identifier = records[slot].identifier.take() {
            let isLast = identified[identifier]?.removeOne { [records] in
                records[$0.slot].order == $0.order && records[$0.slot].identifier != nil
            }
            if isLast == true { identified[identifier] = nil }
        }
        guard let place = records[slot].place.take(), !place.isRoot else { return }
        let (previous, next) = (records[slot].previousInPlace, records[slot].nextInPlace)
        if next >= 0 { records[next].previousInPlace = previous }
        if previous >= 0 { records[previous].nextInPlace = next } else { place.firstEffect = next }
    }

    /// Removes a record, and parents that were kept for it.
    private mutating func remove(_ slot: Int, _ commands: inout [EffectCommand]) {
        var slot = slot
        while true {
            forget(slot)
            let (parent, previous, next) = (
                records[slot].parent, records[slot].previous, records[slot].next
            )
            if next >= 0 { records[next].previous = previous }
            if previous >= 0 {
                records[previous].next = next
            } else if parent >= 0 {
                records[parent].firstChild = next
            }
            // The store has the contents of operations, and releases the others when the table has been changed.
            if records[slot].kind != .operation, let content = records[slot].content {
                commands.append(.release(content))
            }
            records[slot] = EffectRecord(next: firstFree)
            firstFree = slot
            count -= 1
            // A burst may have made the table large.
            if count == 0, records.count > 64 { (records, firstFree) = ([], -1) }
            guard parent >= 0, records[parent].hasEnded, records[parent].firstChild < 0 else { return }
            slot = parent
        }
    }
}

/// The record of one effect, or a free place in the table.
struct EffectRecord {
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

    /// The position in the order in which effects began, counted from 1; 0 if the place is free.
    fileprivate(set) var order = 0
    fileprivate var kind = Kind.operation
    fileprivate var content: AnyObject?
    fileprivate var identifier: AnyHashable?
    fileprivate var place: EffectLifetime?

    /// The policy that counts it.
    fileprivate var limit: EffectLimit.Key?

    /// The wait for its timeout.
    fileprivate var clock: EffectNumber?

    /// The number of parts that have to end first.
    fileprivate var pending = 0

    // Links by slots, -1 for none: parts of one parent, and effects of one place. In a free slot, `next` is the next
    // free one.
    fileprivate var parent = -1
    fileprivate var firstChild = -1
    fileprivate var previous = -1
    fileprivate var next = -1
    fileprivate var previousInPlace = -1
    fileprivate var nextInPlace = -1

    fileprivate var isAwaited = false
    fileprivate var isTold = true
    fileprivate var isCancelled = false
    fileprivate var hasEnded = false

    /// The number of the last walk over the tree that visited it.
    fileprivate var mark = 0
}

/// A command of the table to its store.
enum EffectCommand {
    /// Cancel an operation.
    case cancel(AnyObject)
    /// Let an effect begin that waited for a place.
    case open(AnyObject)
    /// Begin the next part of a sequence, or end it if there is none.
    case goOn(EffectNumber)
    /// Release the content of a record, which may run any code.
    case release(AnyObject)
}

/// How a policy decides about an effect.
enum EffectAdmission: Equatable {
    case begins(EffectNumber)
    case waits(EffectNumber)
    case refused
}

/// The effects that a policy counts: those under one identifier in one piece of state.
struct EffectLimit {
    /// Effects with equal keys are counted together.
    struct Key: Hashable {
        let purpose: Purpose
        let identifier: AnyHashable
        let place: ObjectIdentifier

        init(_ identifier: AnyHashable, for purpose: Purpose = .policy, in place: EffectLifetime) {
            self.purpose = purpose
            self.identifier = identifier
            self.place = ObjectIdentifier(place)
        }
    }

    /// The purpose of a count: the windows of `throttle` are counted apart from the effects of a policy.
    enum Purpose: Hashable { case policy, throttle }

    /// How many effects may run; the first effect's policy decides.
    let limit: Int
    private(set) var running: [EffectNumber] = []

    /// The effects that wait, in order.
    ///
    /// Some may have been cancelled.
    private var queue: [EffectNumber] = []
    private var head = 0

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { running.count >= limit }
    var isEmpty: Bool { running.isEmpty && head == queue.count }

    /// The effects that wait.
    ///
    /// Some may have been cancelled.
    var waiting: ArraySlice<EffectNumber> { queue[head...] }

    mutating func run(_ number: EffectNumber) { running.append(number) }

    mutating func wait(_ number: EffectNumber) { queue.append(number) }

    mutating func remove(_ number: EffectNumber) { running.removeAll { $0 == number } }

    /// Removes the effects that wait and have a place now from the list, and returns them.
    mutating func release(where isLive: (EffectNumber) -> Bool) -> [EffectNumber] {
        var released: [EffectNumber] = []
        while head < queue.count {
            let number = queue[head]
            if isLive(number) {
                guard !isFull else { break }
                running.append(number)
                released.append(number)
            }
            head += 1
        }
        if head > 16, head > queue.count / 2 {
            queue.removeFirst(head)
            head = 0
        }
        return released
    }
}

/// Identifies one effect that runs or waits.
///
/// Numbers grow in the order in which effects begin. Each also holds the slot in which its effect is registered, so
/// that finding it needs no hashing. A slot is used again; a number is not.
struct EffectNumber: Hashable, Comparable, Sendable {
    /// The position of the effect in the order in which effects begin, counted from 1.
    let order: Int

    /// The slot in which it is registered.
    let slot: Int

    /// Whether one effect began before another.
    static func < (left: EffectNumber, right: EffectNumber) -> Bool { left.order < right.order }
}

/// The effects under one identifier, in order.
///
/// A removed effect stays in the list until half of the list is removed, so removing costs amortized constant time.
struct EffectNumbers {
    /// The effects.
    ///
    /// Some may have been removed.
    private(set) var numbers: [EffectNumber] = []
    private(set) var liveCount = 0

    mutating func append(_ number: EffectNumber) {
        numbers.append(number)
        liveCount += 1
    }

    /// Counts one less.
    ///
    /// Returns whether none is left.
    mutating func removeOne(isLive: (EffectNumber) -> Bool) -> Bool {
        liveCount -= 1
        if numbers.count > 16, liveCount < numbers.count / 2 { numbers.removeAll { !isLive($0) } }
        return liveCount == 0
    }
}
