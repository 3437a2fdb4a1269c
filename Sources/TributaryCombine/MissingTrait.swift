// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine) && !OpenCombine
// The target has to compile without the trait, or the package could not be built without it. So the compiler reports
// the error at the first use: with this message, or with the name of the type where it shows only that.
//
// Everything in this module whose declaration needs no publisher is declared here. Only `send(to:)` is missing, which
// is a member of publishers.

/// A placeholder for a publisher if there is neither Combine nor OpenCombine.
@available(*, unavailable, message: "TributaryCombine needs the package trait OpenCombine on this platform.")
public struct TributaryCombineNeedsTheTraitOpenCombineOnThisPlatform: Error {}

/// The same type, with a name that fits into a line.
@available(*, unavailable, message: "TributaryCombine needs the package trait OpenCombine on this platform.")
public typealias MissingTrait = TributaryCombineNeedsTheTraitOpenCombineOnThisPlatform

/// Publishers of stores and modules, where there is Combine or OpenCombine.
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

    /// Publishes the value at a key path, where there is Combine or OpenCombine.
    public func publisher<Value>(_ keyPath: KeyPath<State, Value>) -> MissingTrait { fatalError() }

    /// Publishes a value whenever it is no duplicate, where there is Combine or OpenCombine.
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

    /// Publishes the state that the module shows, with Combine or OpenCombine.
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
    /// Sends the values of a publisher as actions, where there is Combine or OpenCombine.
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
