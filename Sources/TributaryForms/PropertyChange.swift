// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryUndo

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
    /// The property, or the name of the case.
    let path: any AnyKeyPath & Sendable

    /// The value that the property or the case had, and has again when the change is undone.
    public let oldValue: Value

    /// The value that the property or the case gets.
    public let newValue: Value

    init(at path: any AnyKeyPath & Sendable, from oldValue: Value, to newValue: Value) {
        self.path = path
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
        self.init(at: property, from: oldValue, to: newValue)
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
        self.init(at: property, from: root[keyPath: property], to: newValue)
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
        self.init(at: name, from: oldValue, to: newValue)
    }

    private var property: WritableKeyPath<Root, Value>? { path as? WritableKeyPath<Root, Value> }

    /// The value that a root has now, if it has one.
    func value(in root: Root) -> Value? {
        if let property { return root[keyPath: property] }
        var (root, value) = (root, Value?.none)
        _ = modifyPayload(of: &root) { value = $0 }
        return value
    }

    /// Gives the property or the case its new value, whatever its current value is.
    ///
    /// If it is of a case, and the enum is in another one, nothing changes, and a diagnostic is reported (law 7).
    public func apply(to root: inout Root) {
        if let property { return root[keyPath: property] = newValue }
        if !modifyPayload(of: &root, { $0 = newValue }) { reportOtherCase() }
    }

    private func modifyPayload(of root: inout Root, _ body: (inout Value) -> Void) -> Bool {
        guard let name = path as? StateCaseKeyPath<Root, Value> else { return false }
        return StateCasePath.modify(&root, at: name, body)
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
    public func inverted() -> PropertyChange { PropertyChange(at: path, from: newValue, to: oldValue) }
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
