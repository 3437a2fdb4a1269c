// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// The change of one property, or of the payload of one case of an enum, as an action or a part of one, with the old value and the
/// new one.
///
/// ```swift
/// case rename(PropertyChange<State, String>)
/// …
/// case .rename(let change): change.apply(to: &state)
/// …
/// store.send(.rename(PropertyChange(\.name, of: store.state, to: "Finals")), undo: history)
///
/// PropertyChange(case: \.detail, from: 1, to: 2)            // the state is the enum
/// PropertyChange(case: \.screen.detail, from: 1, to: 2)     // a property of the state holds it
/// ```
/// A change from one case to another is a change of the property that holds the enum. For one action that changes properties of
/// different types, see `StateChange`.
public struct PropertyChange<Root, Value>: Undoable {
    private let place: ChangePlace<Root, Value>

    /// The value that the property or the case had, and has again when the change is undone.
    public let oldValue: Value

    /// The value that the property or the case gets.
    public let newValue: Value

    init(_ place: ChangePlace<Root, Value>, from oldValue: Value, to newValue: Value) {
        self.place = place
        self.oldValue = oldValue
        self.newValue = newValue
    }

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
        self.init(.property(property), from: oldValue, to: newValue)
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
        self.init(.property(property), from: root[keyPath: property], to: newValue)
    }

    /// Makes a change of the payload of a case from both payloads.
    ///
    /// - Parameters:
    ///   - name: The case.
    ///   - oldValue: Its payload before.
    ///   - newValue: Its payload after.
    public init(
        case name: any StateCaseKeyPath<Root, Value> & Sendable,
        from oldValue: Value,
        to newValue: Value
    ) {
        self.init(.payload(name), from: oldValue, to: newValue)
    }

    var path: any AnyKeyPath & Sendable { place.path }

    /// The value that a root has now, if it has one.
    func value(in root: Root) -> Value? {
        switch place {
        case .property(let property): return root[keyPath: property]
        case .payload(let name):
            var (root, value) = (root, Value?.none)
            _ = StateCasePath.modify(&root, at: name) { value = $0 }
            return value
        }
    }

    /// Gives the property or the case its new value, whatever its current value is.
    ///
    /// If it is of a case, and the enum is in another one, nothing changes, and a diagnostic is reported (law 7).
    public func apply(to root: inout Root) {
        switch place {
        case .property(let property): root[keyPath: property] = newValue
        case .payload(let name):
            guard !StateCasePath.modify(&root, at: name, { $0 = newValue }) else { return }
            reportOtherCase()
        }
    }

    private func reportOtherCase() {
        DiagnosticReporter.current.report(
            Diagnostic(
                Diagnostic.Identifier("TRIBUTARY-001"),
                message:
                    "A change of \(ShownField(path, in: Root.self).text) was applied to a \(typeName(Root.self)) in another case.",
                remedy: """
                    Send it only while the state is in that case. To go from one case to another, change the \
                    property that holds the enum.
                    """,
                action: String(reflecting: self)
            )
        )
    }

    /// The change from the new value back to the old one.
    public func inverted() -> PropertyChange { PropertyChange(place, from: newValue, to: oldValue) }
}

extension PropertyChange: Equatable where Value: Equatable {
    /// Whether two changes are of the same property or case, and from and to the same values.
    public static func == (left: PropertyChange, right: PropertyChange) -> Bool {
        (left.path as AnyKeyPath) == (right.path as AnyKeyPath)
            && left.oldValue == right.oldValue && left.newValue == right.newValue
    }
}

extension PropertyChange: Hashable where Value: Hashable {
    /// Hashes the property or case, and both values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path as AnyKeyPath)
        hasher.combine(oldValue)
        hasher.combine(newValue)
    }
}

extension PropertyChange: Sendable where Value: Sendable {}

/// The property or the case of a change.
enum ChangePlace<Root, Value>: Sendable {
    case property(any WritableKeyPath<Root, Value> & Sendable)
    case payload(any StateCaseKeyPath<Root, Value> & Sendable)

    /// The property, or the name of the case.
    var path: any AnyKeyPath & Sendable {
        switch self {
        case .property(let property): property
        case .payload(let name): name
        }
    }
}
