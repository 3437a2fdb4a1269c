// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// The change of one property, as an action or a part of one, with the old value and the new one.
///
/// ```swift
/// case rename(PropertyChange<State, String>)
/// …
/// case .rename(let change): change.apply(to: &state)
/// …
/// store.send(.rename(PropertyChange(\.name, of: store.state, to: "Finals")), undo: history)
/// ```
/// For one action that changes properties of different types, see `StateChange`.
public struct PropertyChange<Root, Value>: Undoable {
    /// The property.
    public let property: any WritableKeyPath<Root, Value> & Sendable

    /// The value that the property had, and has again when the change is undone.
    public let oldValue: Value

    /// The value that the property gets.
    public let newValue: Value

    /// Makes a change from both values.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - oldValue: Its value before.
    ///   - newValue: Its value after.
    public init(
        _ property: any WritableKeyPath<Root, Value> & Sendable,
        from oldValue: Value,
        to newValue: Value
    ) {
        self.property = property
        self.oldValue = oldValue
        self.newValue = newValue
    }

    /// Makes a change of a property from its current value.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - root: The value that has the property.
    ///   - newValue: Its value after.
    public init(
        _ property: any WritableKeyPath<Root, Value> & Sendable,
        of root: Root,
        to newValue: Value
    ) {
        self.init(property, from: root[keyPath: property], to: newValue)
    }

    /// Gives the property its new value, whatever its current value is.
    public func apply(to root: inout Root) { root[keyPath: property] = newValue }

    /// The change from the new value back to the old one.
    public func inverted() -> PropertyChange { PropertyChange(property, from: newValue, to: oldValue) }
}

extension PropertyChange: Equatable where Value: Equatable {
    /// Whether two changes are of the same property, and from and to the same values.
    public static func == (left: PropertyChange, right: PropertyChange) -> Bool {
        (left.property as AnyKeyPath) == (right.property as AnyKeyPath)
            && left.oldValue == right.oldValue && left.newValue == right.newValue
    }
}

extension PropertyChange: Hashable where Value: Hashable {
    /// Hashes the property and both values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(property as AnyKeyPath)
        hasher.combine(oldValue)
        hasher.combine(newValue)
    }
}

extension PropertyChange: Sendable where Value: Sendable {}
