// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A way into the state that may lead through a case of an enum: what `\.path.detail` is made of.
///
/// It starts at a state, goes on through properties and cases by name, and is written as a key path wherever
/// a case of the state is asked for, as in `.ifCaseLet(\.path.detail, action: \.detail) { … }`.
@dynamicMemberLookup
public struct StatePath<Root, Value> {
    @usableFromInline let keyPath: WritableKeyPath<Root, Value>

    @usableFromInline
    init(keyPath: WritableKeyPath<Root, Value>) { self.keyPath = keyPath }

    /// Goes on through a property.
    public subscript<Next>(dynamicMember next: WritableKeyPath<Value, Next>) -> StatePath<Root, Next> {
        StatePath<Root, Next>(keyPath: keyPath.appending(path: next))
    }

    /// Ends in a case.
    public subscript<Payload>(dynamicMember next: CaseKeyPath<Value, Payload>) -> StateCasePath<Root, Payload>
    where Value: CasePathable {
        StateCasePath(keyPath, case: CasePath(next))
    }
}

extension StatePath where Root == Value {
    /// The path that leads nowhere: from a state to itself.
    @usableFromInline static var root: StatePath { StatePath(keyPath: \Root.self) }
}

/// The name of a case somewhere in a state: a property path that ends in a case, such as `\.path.detail`.
public typealias StateCaseKeyPath<Root, Payload> = KeyPath<
    StatePath<Root, Root>, StateCasePath<Root, Payload>
>
