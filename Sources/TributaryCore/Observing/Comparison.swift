// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How values of a type are compared, or `nil` where they cannot be (law 3).
///
/// Found at run time, once for each observation, so that one declaration observes any value, in generic code too.
/// A conformance that is isolated to a global actor counts only on that actor: elsewhere it must not be used.
package func comparison<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
    func comparison<Equal: Equatable>(of _: Equal.Type) -> Any { Comparison<Equal> { $0 == $1 } }
    // A cast of a type does not look at isolation, a cast of a value does: an empty array has its element's.
    guard let type = type as? any Equatable.Type, [Value]() is any Equatable else { return nil }
    return (comparison(of: type) as? Comparison<Value>)?.isDuplicate
}

/// A comparison, in a type that can be cast without a cost for its later calls, as a closure cannot.
private struct Comparison<Value> {
    let isDuplicate: (Value, Value) -> Bool
}
