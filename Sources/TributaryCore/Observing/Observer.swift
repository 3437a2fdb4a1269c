// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An observer of one value in a part of the state, with both types erased.
///
/// Unchecked Sendable: the machine's actor uses its values until the observer ends. They are then released once, while
/// no observer is called. `ObserverRound` proves that these do not overlap.
final class Observer: Ending, @unchecked Sendable {
    /// Compares a part of the state with the last delivered value, and returns whether a new value is pending.
    ///
    /// Without a part, it delivers the pending value.
    ///
    /// One function, so that the walk knows no types.
    typealias Function = (PartAddress?) -> Bool

    /// The position in the order of registration, over all scopes of a store.
    let order: Int

    private let round: ObserverRound
    private let isOver = Atomic(false)

    /// Not optional: each call of a function in an optional would allocate a wrapper.
    @exclusivity(unchecked) private var function: Function

    /// The observed scope and its place in the tree, kept alive with the observation.
    private var kept: (tree: ObserverTree, scope: AnyObject?)?

    init(order: Int, tree: ObserverTree, scope: AnyObject?, _ function: @escaping Function) {
        self.order = order
        round = tree.round
        self.function = function
        kept = (tree, scope)
    }

    /// Whether its token was dropped, so that it is no longer called.
    var hasEnded: Bool { isOver.load(ordering: .sequentiallyConsistent) }

    /// Whether a value is pending.
    func check(_ part: PartAddress) -> Bool { function(part) }

    /// Delivers the value, unless the observer has ended.
    func deliver() { if !hasEnded { _ = function(nil) } }

    /// Ends the observation; called once, on any thread.
    func end() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        round.release(self)
    }

    /// Releases the stored values; called once, after the observer ended, while it is not called.
    func release() {
        let former = (function, kept)
        function = { _ in false }
        kept = nil
        // A release may run any code.
        withExtendedLifetime(former) {}
    }

    /// Makes the function of an observer.
    ///
    /// - Parameters:
    ///   - state: The part as it is now.
    ///   - select: Selects the value.
    ///   - offset: The offset of the value in the part, if it is a property that is stored inline.
    ///   - isDuplicate: Whether the new value counts as the old one; by default `==`, if the value has one. Otherwise
    ///     every turn counts as a change.
    ///   - onChange: Receives the value.
    /// - Returns: The function.
    static func function<State, Value>(
        _ state: State,
        _ select: @escaping (State) -> Value,
        at offset: Int? = nil,
        _ isDuplicate: ((Value, Value) -> Bool)?,
        _ onChange: @escaping (Value) -> Void
    ) -> Function {
        guard let isDuplicate = isDuplicate ?? equality(of: Value.self) else {
            return uncompared(select(state), select, at: offset, onChange)
        }
        let last = Reference(select(state))
        return { part in
            guard let part else {
                onChange(last.value)
                return true
            }
            let new = value(in: part, select, at: offset)
            if isDuplicate(last.value, new) { return false }
            last.value = new
            return true
        }
    }

    /// Makes the function of an observer whose values are not compared.
    ///
    /// A value is stored only from the check to its delivery: otherwise, the next change would copy it (law 9).
    static func uncompared<State, Value>(
        _ first: Value,
        _ select: @escaping (State) -> Value,
        at offset: Int?,
        _ onChange: @escaping (Value) -> Void
    ) -> Function {
        let waiting = Reference<Value?>(first)
        return { part in
            if let part {
                waiting.value = value(in: part, select, at: offset)
            } else if let value = waiting.value {
                waiting.value = nil
                onChange(value)
            }
            return true
        }
    }

    static func value<State, Value>(
        in part: PartAddress,
        _ select: (State) -> Value,
        at offset: Int?
    ) -> Value {
        guard let offset else { return part.read(select) }
        return part.advanced(by: offset).read { $0 }
    }
}

/// A value behind a reference: the last delivered or pending value of an observer, and others that are kept.
final class Reference<Value> {
    // Only the owner uses it, and changes it after the program's own code has returned.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
}

extension Reference: Equatable where Value: Equatable {
    static func == (left: Reference, right: Reference) -> Bool { left.value == right.value }
}

extension Reference: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// One round of calls to the observers of a machine: it checks each value, then delivers the changed ones.
///
/// While it runs, any thread may drop a token. The dropping thread first marks the observer as ended, then checks whether a round is
/// running. The machine first marks the round as running, then checks whether the observer ended. All four accesses
/// are sequentially consistent, so at least one side sees the other. Either the machine does not call the observer, or
/// the dropping thread leaves the release to the round, which does it while no observer is called.
final class ObserverRound {
    private let isCalling = Atomic(false)

    /// Whether observers ended during the round.
    private let hasEnded = Atomic(false)
    private let ended = Mutex<[Observer]>([])

    /// The results of the checks, for the machine's actor.
    ///
    /// Code that changes this runs no other code.
    @exclusivity(unchecked) private var found = Found()

    private struct Found {
        /// The observers with a pending value; kept between rounds to reuse its memory.
        var changed: [Observer] = []

        /// The number of evaluated observers outside of rows whose value had not changed.
        var unchangedCount = 0

        /// The number of them above which they are reported, once.
        var unchangedLimit = 1_000
    }

    /// The capacity that is kept between rounds.
    private static let keptCapacity = 1_000

    /// Whether a round is running, for the machine's actor.
    var isRunning: Bool { isCalling.load(ordering: .relaxed) }

    func begin() {
        found.unchangedCount = 0
        isCalling.store(true, ordering: .sequentiallyConsistent)
    }

    func end() {
        isCalling.store(false, ordering: .sequentiallyConsistent)
        if hasEnded.load(ordering: .sequentiallyConsistent) { releaseEnded() }
    }

    func insert(changed observer: Observer) { found.changed.append(observer) }

    /// The number of observers outside of rows that the round evaluated, and whose value had not changed.
    var unchangedCount: Int {
        get { found.unchangedCount }
        set { found.unchangedCount = newValue }
    }

    /// The number of them, if it is so large that it is reported; once.
    var manyUnchanged: Int? {
        guard found.unchangedCount > found.unchangedLimit else { return nil }
        found.unchangedLimit = .max
        return found.unchangedCount
    }

    /// Delivers the pending values, in the order of registration.
    func deliver() {
        guard !found.changed.isEmpty else { return }
        var telling: [Observer] = []
        swap(&telling, &found.changed)
        if telling.count > 1 { Self.sort(&telling) }
        for observer in telling { observer.deliver() }
        guard telling.capacity <= Self.keptCapacity else { return }
        // One by one: `removeAll(keepingCapacity:)` takes longer than one delivery.
        while !telling.isEmpty { telling.removeLast() }
        swap(&telling, &found.changed)
    }

    /// Most of them are in order, because each part has its observers in the order of registration.
    private static func sort(_ observers: inout [Observer]) {
        let isInOrder = !(1..<observers.count).contains { observers[$0 - 1].order > observers[$0].order }
        if !isInOrder { observers.sort { $0.order < $1.order } }
    }

    /// Releases the values of an ended observer, now or when no observer is called.
    ///
    /// May be called on any thread.
    func release(_ observer: Observer) {
        guard isCalling.load(ordering: .sequentiallyConsistent) else { return observer.release() }
        ended.withLock { ended in
            ended.append(observer)
            hasEnded.store(true, ordering: .sequentiallyConsistent)
        }
        // The round may have ended meanwhile without seeing it.
        if !isCalling.load(ordering: .sequentiallyConsistent) { releaseEnded() }
    }

    private func releaseEnded() {
        let released = ended.withLock { ended -> [Observer] in
            // Checked while no observer can be added: all of these ended before, so no call to them can begin.
            guard !isCalling.load(ordering: .sequentiallyConsistent) else { return [] }
            hasEnded.store(false, ordering: .sequentiallyConsistent)
            defer { ended = [] }
            return ended
        }
        for observer in released { observer.release() }
    }
}

/// The `==` of a type, or `nil` if it has none.
///
/// Found at run time, once for each observation, so that one declaration observes any value, in generic code too.
/// A conformance that is isolated to a global actor counts only on that actor, because it must not be used elsewhere.
package func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
    func equality<Equal: Equatable>(of _: Equal.Type) -> Any { { (old: Equal, new: Equal) in old == new } }
    // A cast of a type ignores isolation, but a cast of a value does not: an empty array has its element's isolation.
    guard let type = type as? any Equatable.Type, [Value]() is any Equatable else { return nil }
    return equality(of: type) as? (Value, Value) -> Bool
}

extension Equatable {
    /// Whether a value is of this type and equal; `nil` if it is of another type.
    package func isEqual(to other: Any) -> Bool? { (other as? Self).map { $0 == self } }
}
