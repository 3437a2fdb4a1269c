// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine) && !OpenCombine
// The target has to compile without the trait, or nobody could build the package without it. So the error stands at
// the first use: by its message, or by the name of the type where the compiler gets no further than that.
//
// Everything of this module that needs no publisher to be written down is here by its name. What is missing is
// `send(to:)`, which is a member of publishers.

/// What stands for a publisher where there is neither Combine nor OpenCombine.
@available(*, unavailable, message: "TributaryCombine needs the package trait OpenCombine on this platform.")
public struct TributaryCombineNeedsTheTraitOpenCombineOnThisPlatform: Error {}

/// The same, with a name that fits into a line.
@available(*, unavailable, message: "TributaryCombine needs the package trait OpenCombine on this platform.")
public typealias MissingTrait = TributaryCombineNeedsTheTraitOpenCombineOnThisPlatform

/// What a store or a module publishes, where there is Combine or OpenCombine.
@available(
    *,
    unavailable,
    message: """
        There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
        package depends on tributary.
        """
)
public typealias StorePublisher<Output> = MissingTrait

@available(
    *,
    unavailable,
    message: """
        There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
        package depends on tributary.
        """
)
extension Store {
    /// Publishes a value of the state, where there is Combine or OpenCombine.
    public func publisher<Value>(_ select: @escaping (State) -> Value) -> MissingTrait { fatalError() }

    /// Publishes a value that is named by a key path, where there is Combine or OpenCombine.
    public func publisher<Value>(_ keyPath: KeyPath<State, Value>) -> MissingTrait { fatalError() }

    /// Publishes the changes that count, where there is Combine or OpenCombine.
    public func publisher<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool
    ) -> MissingTrait { fatalError() }

    /// Publishes the whole state, where there is Combine or OpenCombine.
    public func publisher() -> MissingTrait { fatalError() }

    /// Publishes every action, where there is Combine or OpenCombine.
    public var actionsPublisher: MissingTrait { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
        package depends on tributary.
        """
)
extension Module {
    /// Publishes every output, where there is Combine or OpenCombine.
    public var outputsPublisher: MissingTrait { fatalError() }

    /// Publishes what the module shows, where there is Combine or OpenCombine.
    public func publisher() -> MissingTrait { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
        package depends on tributary.
        """
)
extension Effect {
    /// Sends what a publisher publishes as actions, where there is Combine or OpenCombine.
    public static func publisher<Published, Output>(
        _ publisher: @escaping () -> Published,
        action: @escaping (Output) -> Action,
        catch handler: ((_ error: MissingTrait, _ send: Send<Action>) async -> Void)? = nil
    ) -> Effect { fatalError() }

    /// Sends the actions that a publisher publishes, where there is Combine or OpenCombine.
    public static func publisher<Published>(
        _ publisher: @escaping () -> Published,
        catch handler: ((_ error: MissingTrait, _ send: Send<Action>) async -> Void)? = nil
    ) -> Effect { fatalError() }
}
#endif
