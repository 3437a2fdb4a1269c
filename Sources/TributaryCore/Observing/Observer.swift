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
