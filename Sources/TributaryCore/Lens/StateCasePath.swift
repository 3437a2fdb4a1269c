// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A path into a state through properties, which may end in a case of an enum.
///
/// Key paths such as `\.path.detail` begin at the path to the state itself, and continue through properties and cases by name. Use
/// them for arguments that name a case of the state, as in `.ifCaseLet(\.path.detail, action: \.detail) { … }`.
@dynamicMemberLookup
public struct StatePath<Root, Value> {
    @usableFromInline let keyPath: WritableKeyPath<Root, Value>

    @usableFromInline init(keyPath: WritableKeyPath<Root, Value>) { self.keyPath = keyPath }

    // The compiler tries the members in this order when it looks for a mistake. With the likelier one first, it finds the mistake
    // at once instead of trying all combinations of a long body.

    /// Continues through a property.
    public subscript<Next>(dynamicMember next: WritableKeyPath<Value, Next>) -> StatePath<Root, Next> {
        StatePath<Root, Next>(keyPath: keyPath.appending(path: next))
    }

    /// Ends in a case.
    @inlinable
    public subscript<Payload>(dynamicMember next: CaseKeyPath<Value, Payload>) -> StateCasePath<Root, Payload>
    where Value: CasePathable {
        StateCasePath(keyPath, case: CasePath(next))
    }
}

/// A path to the payload of one case of an enum that is a state, or is somewhere in a state.
public struct StateCasePath<Root, Payload> {
    @usableFromInline let lens: Lens<Root, Payload>

    /// Sets the enum to `nil`, if it is optional.
    @usableFromInline let close: ((inout Root) -> Void)?

    /// Makes the path from a property that holds an enum, and a case of that enum.
    ///
    /// - Parameters:
    ///   - keyPath: Leads to the enum.
    ///   - casePath: Leads on to the payload.
    @inlinable
    public init<Enum>(_ keyPath: WritableKeyPath<Root, Enum>, case casePath: CasePath<Enum, Payload>) {
        lens = Lens(keyPath, case: casePath)
        close = absence(of: Enum.self).map { none in { $0[keyPath: keyPath] = none } }
    }
}

extension StateCasePath {
    /// Changes the payload at the name of a case in place.
    ///
    /// Returns whether the enum is in the case.
    package static func modify(
        _ root: inout Root,
        at name: StateCaseKeyPath<Root, Payload>,
        _ body: (inout Payload) -> Void
    ) -> Bool {
        StatePath(keyPath: \.self)[keyPath: name].lens.modify(&root, body)
    }
}

/// The absent value of an optional type; `nil` if the type is not optional.
@usableFromInline func absence<Value>(of _: Value.Type) -> Value? {
    func make(_ type: (some ExpressibleByNilLiteral).Type) -> Any { type.init(nilLiteral: ()) }
    return (Value.self as? any ExpressibleByNilLiteral.Type).flatMap { make($0) as? Value }
}

/// The name of a case somewhere in a state: a property path that ends in a case, such as `\.path.detail`.
///
/// The enum may be optional.
public typealias StateCaseKeyPath<Root, Payload> = KeyPath<
    StatePath<Root, Root>, StateCasePath<Root, Payload>
>
