// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Describes a subscription: a value of the state, and the changes of it to deliver.
///
/// ```swift
/// store.subscribe(self) { $0.select(\.progress).only { old, new in new >= old + 10 } }
/// ```
/// It is a value: you can store it, pass it on, and refine it; it observes nothing by itself. A change is skipped if one of the
/// conditions skips it. Each condition gets the value at its place in the chain, after the previous turn and after this one,
/// whether or not the previous value was delivered. The first value is always delivered. Each condition keeps one value between
/// turns.
public struct StateSubscription<State, Value> {
    /// A value after a turn, and whether a condition skips it.
    typealias Step = (value: Value, isSkipped: Bool)

    /// Begins to follow a state; the returned closure is called once for each turn.
    let follow: () -> (State) -> Step

    init(follow: @escaping () -> (State) -> Step) { self.follow = follow }

    /// Selects a part of the value; repeats of it are skipped if it is `Equatable`.
    ///
    /// This is determined at the call, also in generic code (law 3).
    ///
    /// - Parameters:
    ///   - part: The part: a key path or a closure.
    ///   - automaticallySkipsRepeats: Whether an Equatable part that equals the one before is skipped.
    /// - Returns: The refined description.
    public func select<Part>(
        _ part: @escaping (Value) -> Part,
        automaticallySkipsRepeats: Bool = true
    ) -> StateSubscription<State, Part> {
        let selected = StateSubscription<State, Part> { [follow] in
            let next = follow()
            return { state in
                let step = next(state)
                return (part(step.value), step.isSkipped)
            }
        }
        return automaticallySkipsRepeats ? selected.skippingComparableRepeats() : selected
    }

    /// The description without repeats, if values can be compared.
    func skippingComparableRepeats() -> StateSubscription {
        guard let equality = equality(of: Value.self) else { return self }
        return skip(when: equality)
    }

    /// Skips a value that counts as a repeat of the previous one.
    ///
    /// - Parameter isRepeat: Whether the new value counts as the old one, given as `(old, new)`.
    /// - Returns: The refined description.
    public func skipRepeats(by isRepeat: @escaping (_ old: Value, _ new: Value) -> Bool) -> StateSubscription
    {
        skip(when: isRepeat)
    }

    /// Skips a value for which a condition holds.
    ///
    /// - Parameter condition: The condition, given the old value and the new one.
    /// - Returns: The refined description.
    public func skip(when condition: @escaping (_ old: Value, _ new: Value) -> Bool) -> StateSubscription {
        StateSubscription { [follow] in
            let next = follow()
            var old: Value?
            return { state in
                let step = next(state)
                let isSkipped = if let old { condition(old, step.value) } else { false }
                old = step.value
                return (step.value, step.isSkipped || isSkipped)
            }
        }
    }

    /// Delivers a value only if a condition holds.
    ///
    /// - Parameter condition: The condition, given the old value and the new one.
    /// - Returns: The refined description.
    public func only(when condition: @escaping (_ old: Value, _ new: Value) -> Bool) -> StateSubscription {
        skip { !condition($0, $1) }
    }
}

extension StateSubscription where Value: Equatable {
    /// Skips a value that equals the one before.
    ///
    /// - Returns: The refined description.
    public func skipRepeats() -> StateSubscription { skip(when: ==) }
}

extension StateSubscription where Value == State {
    /// A subscription to a whole state, delivered after every turn in which an action ran.
    public init() { self.init(follow: { { ($0, false) } }) }
}
