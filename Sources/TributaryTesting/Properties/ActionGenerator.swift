// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// Makes random actions, from the cases of a feature.
///
/// ```swift
/// ActionGenerator<Cart.Action>.anyOf(
///     .case(\.checkout),
///     .case(\.add, from: ["apple", "pear"]),
///     .case(\.countChanged, in: 0...9),
///     .case(\.noteChanged)                        // any text
/// )
/// ```
public struct ActionGenerator<Action> {
    private let make: (inout SeededGenerator) -> Action

    /// A generator made of a closure.
    public init(_ make: @escaping (inout SeededGenerator) -> Action) { self.make = make }

    /// Makes an action.
    public func callAsFunction(_ generator: inout SeededGenerator) -> Action { make(&generator) }

    /// Makes actions with one of several generators, each equally often.
    ///
    /// - Parameter generators: The generators, at least one.
    /// - Returns: The generator.
    public static func anyOf(_ generators: ActionGenerator...) -> ActionGenerator {
        precondition(!generators.isEmpty, "Actions are made from at least one generator.")
        return ActionGenerator { source in
            generators[Int.random(in: generators.indices, using: &source)](&source)
        }
    }
}

extension ActionGenerator where Action: CasePathable {
    /// Makes the action of a case without payload.
    public static func `case`(_ keyPath: CaseKeyPath<Action, Void>) -> ActionGenerator {
        let path = CasePath(keyPath)
        return ActionGenerator { _ in path.embed(()) }
    }

    /// Makes actions of a case, with random payloads of its type.
    public static func `case`<Value: RandomlyMade>(
        _ keyPath: CaseKeyPath<Action, Value>
    ) -> ActionGenerator {
        let path = CasePath(keyPath)
        return ActionGenerator { path.embed(Value.random(using: &$0)) }
    }

    /// Makes actions of a case, with payloads that a closure makes.
    public static func `case`<Value>(
        _ keyPath: CaseKeyPath<Action, Value>,
        _ make: @escaping (inout SeededGenerator) -> Value
    ) -> ActionGenerator {
        let path = CasePath(keyPath)
        return ActionGenerator { path.embed(make(&$0)) }
    }

    /// Makes actions of a child.
    public static func `case`<ChildAction>(
        _ keyPath: CaseKeyPath<Action, ChildAction>,
        _ child: ActionGenerator<ChildAction>
    ) -> ActionGenerator {
        let path = CasePath(keyPath)
        return ActionGenerator { path.embed(child(&$0)) }
    }

    /// Makes actions of a case, with one of the given payloads.
    public static func `case`<Value>(
        _ keyPath: CaseKeyPath<Action, Value>,
        from values: [Value]
    ) -> ActionGenerator {
        precondition(!values.isEmpty, "A payload is chosen from at least one value.")
        let path = CasePath(keyPath)
        return ActionGenerator { path.embed(values[Int.random(in: values.indices, using: &$0)]) }
    }

    /// Makes actions of a case, with a number from a range.
    public static func `case`<Value: FixedWidthInteger>(
        _ keyPath: CaseKeyPath<Action, Value>,
        in range: ClosedRange<Value>
    ) -> ActionGenerator {
        let path = CasePath(keyPath)
        return ActionGenerator { path.embed(Value.random(in: range, using: &$0)) }
    }
}
