// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryUndo

/// The change of one property or case of a state, of any type: one action for a whole form.
///
/// ```swift
/// enum Action: Undoable {
///     case change(StateChange<State>)
///     func inverted() -> Self { … }
/// }
/// …
/// case .change(let change):
///     change.apply(to: &state)
///     if change.concerns(\.seats) { state.price = state.seats * 20 }
/// …
/// store.send(.change(StateChange(\.name, of: store.state, to: "Finals")), undo: history)
/// store.send(.change(StateChange(\.seats, of: store.state, to: 4)), undo: history)
/// ```
/// It allocates one box, for the values. If the state is a `FormState`, it prints as `\.name = "Finals"` and is `Codable`.
public struct StateChange<Root>: Undoable, Hashable, Sendable {
    let change: any ChangeOfValue<Root> & Sendable

    /// Makes a change of a property from both values.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - oldValue: Its value before.
    ///   - newValue: Its value after.
    public init<Value: Equatable & Sendable>(
        _ property: any WritableKeyPath<Root, Value> & Sendable,
        from oldValue: Value,
        to newValue: Value
    ) {
        self.init(PropertyChange(property, from: oldValue, to: newValue))
    }

    /// Makes a change of a property from its current value.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - root: The value that has the property.
    ///   - newValue: Its value after.
    public init<Value: Equatable & Sendable>(
        _ property: any WritableKeyPath<Root, Value> & Sendable,
        of root: Root,
        to newValue: Value
    ) {
        self.init(PropertyChange(property, of: root, to: newValue))
    }

    /// Makes a change of the payload of a case from both payloads.
    ///
    /// - Parameters:
    ///   - name: The case.
    ///   - oldValue: Its payload before.
    ///   - newValue: Its payload after.
    public init<Payload: Equatable & Sendable>(
        case name: any StateCaseKeyPath<Root, Payload> & Sendable,
        from oldValue: Payload,
        to newValue: Payload
    ) {
        self.init(PropertyChange(case: name, from: oldValue, to: newValue))
    }

    /// A change of a property or of a case, with its type erased.
    public init<Value: Equatable & Sendable>(_ change: PropertyChange<Root, Value>) { self.change = change }

    init(change: any ChangeOfValue<Root> & Sendable) { self.change = change }

    /// Makes the change.
    ///
    /// In a test, a change that a `TestStore` sends fails if the value before it is neither the old one that it names nor the
    /// new one: its inverse would restore a value that never was.
    public func apply(to root: inout Root) {
        if let check = StateChangeCheck.current { check(change, root) }
        change.apply(to: &root)
    }

    /// Whether it is a change of a property.
    ///
    /// ```swift
    /// case .change(let change) where change.concerns(\.stepCount): …
    /// ```
    /// A change of a part of the property, such as `\.owner.name` for `\.owner`, is a change of another property.
    ///
    /// - Parameter property: The property.
    /// - Returns: Whether the change is one of exactly this property.
    public func concerns<Value>(_ property: WritableKeyPath<Root, Value>) -> Bool {
        (change.path as AnyKeyPath) == (property as AnyKeyPath)
    }

    /// The new value, if it is a change of a property.
    package func newValue<Value>(of property: WritableKeyPath<Root, Value>) -> Value? {
        concerns(property) ? change.newValue as? Value : nil
    }

    /// Whether a change is one of a property, as in `case .change(\.stepCount): …`.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - change: The change.
    /// - Returns: The result of `concerns`.
    public static func ~= <Value>(property: WritableKeyPath<Root, Value>, change: StateChange) -> Bool {
        change.concerns(property)
    }

    /// The change from the new value back to the old one.
    public func inverted() -> StateChange {
        func invert(_ change: some ChangeOfValue<Root> & Sendable) -> StateChange {
            StateChange(change: change.inverted())
        }
        return invert(change)
    }

    /// Whether two changes are of the same property or case, and from and to the same values.
    public static func == (left: StateChange, right: StateChange) -> Bool {
        func isEqual<Change: ChangeOfValue<Root>>(_ left: Change) -> Bool { right.change as? Change == left }
        return isEqual(left.change)
    }

    /// Hashes the property or case, and both values if they are hashable.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(change.path as AnyKeyPath)
        for case let value as any Hashable in [change.oldValue as Any, change.newValue] {
            hasher.combine(value)
        }
    }
}

/// Compares the old values of changes with those that the state has; for tests.
package struct StateChangeCheck: Sendable {
    /// The check of the action that a test sends.
    @TaskLocal package static var current: StateChangeCheck?

    private let fail: @Sendable (String) -> Void

    package init(fail: @escaping @Sendable (String) -> Void) { self.fail = fail }

    fileprivate func callAsFunction<Change: ChangeOfValue>(_ change: Change, _ root: Change.Root) {
        // From a value to itself says nothing of the old one, and the new one is there where two reducers make a change.
        guard let value = change.value(in: root), value != change.oldValue, value != change.newValue,
            change.oldValue != change.newValue
        else { return }
        fail(
            """
            The change \(change) names an old value that the state does not have, so that its inverse would restore a \
            value that never was.

            Old value: \(String(reflecting: Mirror(reflecting: change).descendant("from") ?? change.oldValue))

            Make it with the state, as in `StateChange(\\.title, of: store.state, to: "New")`.
            """
        )
    }
}

/// A change of one type of value, which `StateChange` erases.
protocol ChangeOfValue<Root>: Undoable, Equatable, CustomStringConvertible {
    associatedtype Root
    associatedtype Value: Equatable

    /// The property, or the name of the case.
    var path: any AnyKeyPath & Sendable { get }

    var oldValue: Value { get }
    var newValue: Value { get }

    /// The value that a root has now, if it has one.
    func value(in root: Root) -> Value?

    func apply(to root: inout Root)
}

extension PropertyChange: ChangeOfValue where Value: Equatable {}

/// Actions of a feature with a form: one case holds the change of any property, so that controls can be bound to it.
///
/// ```swift
/// enum Action: BindableAction {
///     case change(StateChange<State>)
///     case save
/// }
/// …
/// case .change(let change): change.apply(to: &state)
/// ```
/// The change is an action like all others: listeners receive it, logs show it, a history undoes it, and the reducer may refuse it.
public protocol BindableAction<State> {
    /// The state of the feature.
    associatedtype State

    /// The action that changes a property of the state.
    ///
    /// An enum case with this name implements it.
    ///
    /// - Parameter change: The change, with the old value and the new one.
    /// - Returns: The action.
    static func change(_ change: StateChange<State>) -> Self
}

extension Update {
    /// Makes a reducer that applies the changes of a form before other reducers handle them: `Update(applying: \.change)`.
    ///
    /// ```swift
    /// Update(applying: \.change)
    /// Reduce { state, action in
    ///     switch action {
    ///     case .change(\.seats): state.price = state.seats * 20
    ///     …
    /// ```
    /// - Parameter action: The case that holds changes.
    @inlinable
    public init(applying action: CaseKeyPath<Action, StateChange<State>>) where Action: CasePathable {
        let path = CasePath(action)
        self.init { state, action in path.extract(from: action)?.apply(to: &state) }
    }
}
