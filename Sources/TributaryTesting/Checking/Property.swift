// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A situation of a feature, as properties see it: the state, the world, and how much is in flight.
///
/// Properties of the state are read directly: `$0.isLoading` is `$0.state.isLoading`.
@dynamicMemberLookup
public struct Situation<State, World> {
    /// The state of the feature.
    public let state: State

    /// The world outside of the feature.
    public let world: World

    /// How many effects run or wait.
    public let effectsInFlight: Int

    /// A value of the state.
    public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value { state[keyPath: keyPath] }
}

/// A property that `check` verifies in all situations of a feature.
///
/// Effects are treated fairly: one that can continue does so eventually. Users need not do anything.
public struct Property<State, World> {
    /// The predicate of a property.
    public typealias Predicate = (_ situation: Situation<State, World>) -> Bool

    enum Kind {
        case always(Predicate)
        case sometimes(Predicate)
        case leadsTo(Predicate, Predicate)
        case noUnhandledAction
        case effectsEnd
    }

    /// The name of the property in failures.
    public let name: String
    let kind: Kind

    /// It holds in every situation.
    public static func always(_ name: String, _ holds: @escaping Predicate) -> Property {
        Property(name: name, kind: .always(holds))
    }

    /// It holds in no situation.
    public static func never(_ name: String, _ holds: @escaping Predicate) -> Property {
        Property(name: name, kind: .always { !holds($0) })
    }

    /// From every situation on, it holds at last, whatever happens.
    public static func eventually(_ name: String, _ holds: @escaping Predicate) -> Property {
        Property(name: name, kind: .leadsTo({ _ in true }, holds))
    }

    /// It holds in at least one situation.
    public static func sometimes(_ name: String, _ holds: @escaping Predicate) -> Property {
        Property(name: name, kind: .sometimes(holds))
    }

    /// From every situation in which one predicate holds, the other holds at last, whatever happens.
    ///
    /// - Parameters:
    ///   - name: The name of the property in failures.
    ///   - cause: The situation in which it begins.
    ///   - result: The consequence; it may hold at once.
    /// - Returns: The property.
    public static func leadsTo(
        _ name: String,
        _ cause: @escaping Predicate,
        then result: @escaping Predicate
    ) -> Property {
        Property(name: name, kind: .leadsTo(cause, result))
    }

    /// No action arrives for a child whose state is absent.
    public static var noUnhandledAction: Property {
        Property(name: "no action arrives for an absent child", kind: .noUnhandledAction)
    }

    /// All effects end if the user does nothing more.
    public static var effectsEnd: Property { Property(name: "all effects end", kind: .effectsEnd) }
}

extension Property {
    /// How many predicates it has whose values are kept.
    var factCount: Int {
        switch kind {
        case .leadsTo, .effectsEnd: 2
        case .always, .sometimes, .noUnhandledAction: 0
        }
    }
}
