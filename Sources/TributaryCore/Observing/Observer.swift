// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An observer of one value in a part of the state, without the types of both.
///
/// Unchecked Sendable: what it holds is used by the machine's actor while it has not ended, and released once after
/// that, when nothing is being called. `ObserverRound` proves that these do not meet.
@usableFromInline
final class Observer: @unchecked Sendable {
    /// Compares a part of the state with what was delivered last, and tells whether there is something to deliver; or
    /// delivers it, when there is no part.
    ///
    /// One function, made where the types are known, and so specialised for them.
    @usableFromInline typealias Function = (UnsafeRawPointer?) -> Bool

    /// The position in the order of registration, over all scopes of a store.
    let order: Int

    private let round: ObserverRound
    private let hasEnded = Atomic(false)

    /// Not optional: a function in an optional is wrapped anew, in an object, whenever it is called.
    @exclusivity(unchecked) private var function: Function

    /// The observed scope and its place in the tree, kept alive with the observation.
    @exclusivity(unchecked) private var kept: (tree: AnyObserverTree, scope: AnyObject?)?

    init(order: Int, tree: AnyObserverTree, scope: AnyObject?, _ function: @escaping Function) {
        self.order = order
        round = tree.round
        self.function = function
        kept = (tree, scope)
    }

    /// Whether its token was dropped, so that it is not called any more.
    var isEnded: Bool { hasEnded.load(ordering: .sequentiallyConsistent) }

    /// Whether there is something to deliver.
    func check(_ part: UnsafeRawPointer) -> Bool { function(part) }

    /// Delivers the value, unless the observer has ended.
    func deliver() { if !isEnded { _ = function(nil) } }

    /// Ends the observation; called once, on any thread.
    func end() {
        hasEnded.store(true, ordering: .sequentiallyConsistent)
        round.release(self)
    }

    /// Releases what is held; called once, when the observer has ended and is not being called.
    func release() {
        let former = (function, kept)
        function = { _ in false }
        kept = nil
        // What is released may run any code.
        withExtendedLifetime(former) {}
    }

    /// Makes what an observer does.
    ///
    /// - Parameters:
    ///   - state: The part as it is now.
    ///   - select: Selects the value.
    ///   - offset: Where the value lies in the part, if it is a property that is stored inline.
    ///   - isDuplicate: Whether the new value counts as the old one; `==` by default, where there is one. Otherwise
    ///     every turn counts as a change.
    ///   - onChange: Receives the value.
    /// - Returns: The function.
    @inlinable
    static func function<State, Value>(
        _ state: State,
        _ select: @escaping (State) -> Value,
        at offset: Int? = nil,
        _ isDuplicate: ((Value, Value) -> Bool)?,
        _ onChange: @escaping (Value) -> Void
    ) -> Function {
        let comparison = Comparison(isDuplicate)
        if case .none = comparison { return uncompared(select(state), select, at: offset, onChange) }
        let last = LastValue(select(state))
        return { part in
            guard let part else {
                onChange(last.value)
                return true
            }
            let new = value(in: part, select, at: offset)
            if comparison.isDuplicate(last.value, new) { return false }
            last.value = new
            return true
        }
    }

    /// Makes what an observer does whose values are not compared.
    ///
    /// A value is kept from the check to its delivery, and no longer: the next change would copy it (law 9).
    @inlinable
    static func uncompared<State, Value>(
        _ first: Value,
        _ select: @escaping (State) -> Value,
        at offset: Int?,
        _ onChange: @escaping (Value) -> Void
    ) -> Function {
        let waiting = LastValue<Value?>(first)
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

    @inlinable
    @inline(__always)
    static func value<State, Value>(
        in part: UnsafeRawPointer,
        _ select: (State) -> Value,
        at offset: Int?
    ) -> Value {
        guard let offset else { return select(part.assumingMemoryBound(to: State.self).pointee) }
        // `MemoryLayout.offset(of:)` gave it, so that a value of this type lies there.
        return part.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
    }
}

/// The value that was delivered last, or is to be delivered.
@usableFromInline
final class LastValue<Value> {
    // Only the function that keeps it uses it, and changes it after the program's own code has returned.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}

/// One round of calls to the observers of a machine: each is asked whether its value changed, then those are told.
///
/// A round refers to observers without retaining them, because an observer is asked in fewer instructions than it takes
/// to retain it. A token may be dropped on any thread meanwhile. So whoever ends an observer first says so in it, then
/// looks whether a round is running; the machine first says that a round is running, then looks whether an observer has
/// ended. All four are sequentially consistent, so at least one of both sees the other: either the machine does not call
/// the observer, or whoever ended it leaves it to the round, which releases what it holds when nothing is being called.
final class ObserverRound: Sendable {
    private let isCalling = Atomic(false)

    /// Whether observers ended during the round.
    private let hasEnded = Atomic(false)
    private let ended = Mutex<[Observer]>([])

    /// What the walk through the observers found, for the machine's actor.
    ///
    /// The observers live as long as the round: a list retains each, or those that ended meanwhile. What changes this runs
    /// no other code.
    @exclusivity(unchecked) nonisolated(unsafe) private var found = Found()

    private struct Found {
        /// The observers to be told; kept between rounds for its memory.
        var changed: [Unmanaged<Observer>] = []

        /// How many observers outside of rows were evaluated, and their value had not changed.
        var unchangedCount = 0

        /// More of them than this are reported, once.
        var unchangedLimit = 1_000
    }

    /// How many places for observers are kept between rounds.
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

    func insert(changed observer: Unmanaged<Observer>) { found.changed.append(observer) }

    /// How many observers outside of rows were evaluated in the round, and their value had not changed.
    var unchangedCount: Int {
        get { found.unchangedCount }
        set { found.unchangedCount = newValue }
    }

    /// Whether so many observers were evaluated in vain that it has to be reported, which it is once.
    func takesManyUnchanged() -> Bool {
        guard found.unchangedCount > found.unchangedLimit else { return false }
        found.unchangedLimit = .max
        return true
    }

    /// Tells the observers, in the order of their registration.
    func deliver() {
        guard !found.changed.isEmpty else { return }
        var telling: [Unmanaged<Observer>] = []
        swap(&telling, &found.changed)
        if telling.count > 1 { Self.sort(&telling) }
        for observer in telling { observer._withUnsafeGuaranteedRef { $0.deliver() } }
        guard telling.capacity <= Self.keptCapacity else { return }
        // One by one: `removeAll(keepingCapacity:)` takes longer than telling one observer.
        while !telling.isEmpty { telling.removeLast() }
        swap(&telling, &found.changed)
    }

    /// Most of them are in order: it is that of their registration in each part.
    private static func sort(_ observers: inout [Unmanaged<Observer>]) {
        func order(_ index: Int) -> Int { observers[index]._withUnsafeGuaranteedRef { $0.order } }
        guard (1..<observers.count).contains(where: { order($0 - 1) > order($0) }) else { return }
        observers.sort { left, right in
            left._withUnsafeGuaranteedRef { $0.order } < right._withUnsafeGuaranteedRef { $0.order }
        }
    }

    /// Releases what an observer holds that has ended, now or when nothing is being called.
    ///
    /// May be called on any thread.
    func release(_ observer: Observer) {
        guard isCalling.load(ordering: .sequentiallyConsistent) else { return observer.release() }
        ended.withLock { ended in
            ended.append(observer)
            hasEnded.store(true, ordering: .sequentiallyConsistent)
        }
        // The round may have ended since, and not seen it.
        if !isCalling.load(ordering: .sequentiallyConsistent) { releaseEnded() }
    }

    private func releaseEnded() {
        let released = ended.withLock { ended -> [Observer] in
            // Looked at where nothing can be added: all that are here ended before, so no call of them can begin.
            guard !isCalling.load(ordering: .sequentiallyConsistent) else { return [] }
            hasEnded.store(false, ordering: .sequentiallyConsistent)
            defer { ended = [] }
            return ended
        }
        for observer in released { observer.release() }
    }
}

/// How an observation compares values (law 3).
@usableFromInline
enum Comparison<Value> {
    /// By a closure of the program, as `(old, new)`.
    case custom((Value, Value) -> Bool)

    /// By `==`.
    case equal(Equality<Value>.Type)

    /// Not at all: every value counts as a change.
    case none

    /// - Parameter isDuplicate: Whether the new value counts as the old one; `==` by default, where there is one.
    @inlinable
    init(_ isDuplicate: ((Value, Value) -> Bool)?) {
        if let isDuplicate {
            self = .custom(isDuplicate)
        } else if let equality = equality(of: Value.self) {
            self = .equal(equality)
        } else {
            self = .none
        }
    }

    // Inlined: as a method of a generic type it would look up the metadata of the type with every call.
    @inlinable
    @inline(__always)
    func isDuplicate(_ old: Value, _ new: Value) -> Bool {
        switch self {
        case .custom(let isDuplicate): isDuplicate(old, new)
        case .equal(let equality): equality.isDuplicate(old, new)
        case .none: false
        }
    }
}

/// The `==` of a type, or `nil` where there is none.
///
/// Found at run time, once for each observation, so that one declaration observes any value, in generic code too.
/// A conformance that is isolated to a global actor counts only on that actor: elsewhere it must not be used.
@usableFromInline
package func equality<Value>(of type: Value.Type) -> Equality<Value>.Type? {
    func equality<Equal: Equatable>(of _: Equal.Type) -> AnyClass { EquatableEquality<Equal>.self }
    // A cast of a type does not look at isolation, a cast of a value does: an empty array has its element's.
    guard let type = type as? any Equatable.Type, [Value]() is any Equatable else { return nil }
    return equality(of: type) as? Equality<Value>.Type
}

/// The `==` of a type as a class, so that an observer keeps a reference to it where a closure would be an allocation.
@usableFromInline
package class Equality<Value> {
    @usableFromInline
    package class func isDuplicate(_ old: Value, _ new: Value) -> Bool { false }
}

private final class EquatableEquality<Value: Equatable>: Equality<Value> {
    override class func isDuplicate(_ old: Value, _ new: Value) -> Bool { old == new }
}

extension Equatable {
    /// Whether a value is of this type and equal; `nil` if it is of another type.
    package func isEqual(to other: Any) -> Bool? { (other as? Self).map { $0 == self } }
}
