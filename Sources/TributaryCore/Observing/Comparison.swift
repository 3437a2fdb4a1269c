// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
