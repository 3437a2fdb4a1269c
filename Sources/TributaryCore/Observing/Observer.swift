// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An observer of one value in a part of the state, with both types erased.
///
/// Unchecked Sendable: only the machine's actor calls it, and any thread may end it. The last call that runs then releases its values,
/// or the thread that ends it if none runs. One atomic number has both the calls and the end, so that exactly one of them does.
final class Observer: Ending, @unchecked Sendable {
    /// Compares a part of the state with the last delivered value, and returns whether a new value is pending.
    ///
    /// Without a part, it delivers the pending value.
    ///
    /// One function, so that the walk knows no types.
    typealias Function = (PartAddress?) -> Bool

    /// The position in the order of registration, over all scopes of a store.
    let order: Int

    /// Two for each call that runs, and one since the end.
    private let calls = Atomic(0)

    /// Not optional: each call of a function in an optional would allocate a wrapper.
    @exclusivity(unchecked) private var function: Function

    /// The observed scope and its place in the tree, kept alive with the observation.
    private var kept: (tree: ObserverTree, scope: AnyObject?)?

    init(_ function: @escaping Function, in tree: ObserverTree, of scope: AnyObject?) {
        order = tree.round.nextOrder()
        self.function = function
        kept = (tree, scope)
    }

    /// Whether its token was dropped, so that it is no longer called.
    var hasEnded: Bool { calls.load(ordering: .relaxed) & 1 == 1 }

    /// Checks a part, or delivers the pending value; does nothing once the observer has ended.
    ///
    /// - Returns: Whether a value is pending.
    @discardableResult
    func call(_ part: PartAddress?) -> Bool {
        guard calls.add(2, ordering: .acquiring).oldValue & 1 == 0 else {
            // Another call, or the thread that ended it, releases.
            calls.subtract(2, ordering: .relaxed)
            return false
        }
        let isPending = function(part)
        if calls.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { release() }
        return isPending
    }

    /// Ends the observation; called once, on any thread.
    func end() {
        if calls.add(1, ordering: .acquiringAndReleasing).oldValue == 0 { release() }
    }

    private func release() {
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

extension Reference: Ending {
    var hasEnded: Bool { false }
}

extension Reference: Equatable where Value: Equatable {
    static func == (left: Reference, right: Reference) -> Bool { left.value == right.value }
}

extension Reference: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// One round of calls to the observers of a machine: it checks each value, then delivers the changed ones.
///
/// It belongs to the machine's actor.
final class ObserverRound {
    /// The observers with a pending value; kept between rounds to reuse its memory.
    ///
    /// Not checked for exclusive access, because code that changes it runs no other code.
    @exclusivity(unchecked) private var changed: [Observer] = []

    /// The number of evaluated observers outside of rows whose value had not changed.
    var unchangedCount = 0

    /// The number of them above which they are reported, once.
    private var unchangedLimit = 1_000

    /// The number of observers that were ever added.
    private var count = 0

    /// The capacity that is kept between rounds.
    private static let keptCapacity = 1_000

    /// The place of a new observer in the order of all.
    func nextOrder() -> Int {
        count += 1
        return count
    }

    func insert(changed observer: Observer) { changed.append(observer) }

    /// The number of observers that were evaluated in vain, if it is so large that it is reported; once.
    var manyUnchanged: Int? {
        guard unchangedCount > unchangedLimit else { return nil }
        unchangedLimit = .max
        return unchangedCount
    }

    /// Delivers the pending values, in the order of registration.
    func deliver() {
        guard !changed.isEmpty else { return }
        // Mostly it is one.
        guard changed.count > 1 else {
            changed.removeLast().call(nil)
            return
        }
        var telling: [Observer] = []
        swap(&telling, &changed)
        Self.sort(&telling)
        for observer in telling { observer.call(nil) }
        guard telling.capacity <= Self.keptCapacity else { return }
        // One by one: `removeAll(keepingCapacity:)` takes longer than one delivery.
        while !telling.isEmpty { telling.removeLast() }
        swap(&telling, &changed)
    }

    /// Most of them are in order, because each part has its observers in the order of registration.
    private static func sort(_ observers: inout [Observer]) {
        let isInOrder = !(1..<observers.count).contains { observers[$0 - 1].order > observers[$0].order }
        if !isInOrder { observers.sort { $0.order < $1.order } }
    }
}

/// The `==` of a type, or `nil` if it has none.
///
/// Found at run time, once for each observation, so that one declaration observes any value, in generic code too.
/// A conformance that is isolated to a global actor counts only on that actor, because it must not be used elsewhere.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
    func equality<Equal: Equatable>(of _: Equal.Type) -> Any { { (old: Equal, new: Equal) in old == new } }
    // A cast of a type ignores isolation, but a cast of a value does not: an empty array has its element's isolation.
    guard let type = type as? any Equatable.Type, [Value]() is any Equatable else { return nil }
    return equality(of: type) as? (Value, Value) -> Bool
}

extension Equatable {
    /// Whether a value is of this type and equal; `nil` if it is of another type.
    package func isEqual(to other: Any) -> Bool? { (other as? Self).map { $0 == self } }
}

/// Keeps an observation alive; the observation ends when its token is cancelled or dropped.
///
/// Middleware, services and mounted reducers end with their tokens in the same way.
///
/// Cancelling and dropping are safe from any thread, also while observers are being notified. An observer that has
/// not been notified by then is not notified any more.
public final class ObservationToken: Sendable {
    private let held: Mutex<Held>

    /// Unchecked Sendable: the token only keeps the object alive, and ends it if it is an observer, which any thread may do.
    ///
    /// The machine reads any other object, on its own actor, through a weak reference.
    private struct Held: @unchecked Sendable {
        var object: AnyObject?
    }

    package init(holding object: AnyObject) { held = Mutex(Held(object: object)) }

    deinit { cancel() }

    /// A token for several observations, which end together.
    ///
    /// - Parameter tokens: The tokens of the observations.
    public convenience init(_ tokens: [ObservationToken]) { self.init(holding: Reference(tokens)) }

    /// Ends the observation.
    ///
    /// Calling it again does nothing.
    public func cancel() {
        // Released outside the lock, because the observer's captured objects may cancel other tokens.
        let former = held.withLock { Held(object: $0.object.take()) }
        (former.object as? Observer)?.end()
    }
}

/// One action as it was reduced: for logs, tests and other listeners.
public struct ActionRecord<State, Action> {
    /// The action.
    public let action: Action

    /// Where the action came from.
    public let origin: ActionOrigin

    /// The state after the action was reduced.
    public let state: State

    // Inlined, because looking up this type costs more than to make a record.
    @inline(__always)
    init(action: Action, origin: ActionOrigin, state: State) {
        (self.action, self.origin, self.state) = (action, origin, state)
    }
}

extension ActionRecord: Sendable where State: Sendable, Action: Sendable {}

/// Where an action came from.
public enum ActionOrigin: Hashable, Sendable {
    /// It was sent to the store, to a scope of it or to its handle; so do services and middleware.
    case store

    /// A reducer sent it with `Effect.send`.
    case reducer

    /// A running effect sent it.
    case effect
}
