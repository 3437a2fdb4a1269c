// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// The change of the payload of one case of an enum, as an action or a part of one.
///
/// ```swift
/// CaseChange(\.detail, from: 1, to: 2)            // the state is the enum
/// CaseChange(\.screen.detail, from: 1, to: 2)     // a property of the state holds it
/// ```
/// A change from one case to another is a `PropertyChange` of the property that holds the enum.
public struct CaseChange<Root, Payload>: Undoable {
    /// The case.
    public let name: any StateCaseKeyPath<Root, Payload> & Sendable

    /// The payload that the case had, and has again when the change is undone.
    public let oldValue: Payload

    /// The payload that the case gets.
    public let newValue: Payload

    /// Makes a change from both payloads.
    ///
    /// - Parameters:
    ///   - name: The case.
    ///   - oldValue: Its payload before.
    ///   - newValue: Its payload after.
    public init(
        _ name: any StateCaseKeyPath<Root, Payload> & Sendable,
        from oldValue: Payload,
        to newValue: Payload
    ) {
        self.name = name
        self.oldValue = oldValue
        self.newValue = newValue
    }

    /// Gives the case its new payload.
    ///
    /// If the enum is in another case, nothing changes, and a diagnostic is reported (law 7).
    public func apply(to root: inout Root) {
        guard !StateCasePath.modify(&root, at: name, { $0 = newValue }) else { return }
        DiagnosticReporter.current.report(
            Diagnostic(
                Diagnostic.Identifier("TRIBUTARY-001"),
                message:
                    "A change of \(ShownField(name, in: Root.self).text) was applied to a \(typeName(Root.self)) in another case.",
                remedy: """
                    Send it only while the state is in that case. To go from one case to another, change the \
                    property that holds the enum.
                    """,
                action: String(reflecting: self)
            )
        )
    }

    /// The change from the new payload back to the old one.
    public func inverted() -> CaseChange { CaseChange(name, from: newValue, to: oldValue) }
}

extension CaseChange: Equatable where Payload: Equatable {
    /// Whether two changes are of the same case, and from and to the same payloads.
    public static func == (left: CaseChange, right: CaseChange) -> Bool {
        (left.name as AnyKeyPath) == (right.name as AnyKeyPath)
            && left.oldValue == right.oldValue && left.newValue == right.newValue
    }
}

extension CaseChange: Hashable where Payload: Hashable {
    /// Hashes the case and both payloads.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name as AnyKeyPath)
        hasher.combine(oldValue)
        hasher.combine(newValue)
    }
}

extension CaseChange: Sendable where Payload: Sendable {}
