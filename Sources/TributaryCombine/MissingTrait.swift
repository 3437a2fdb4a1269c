// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine) && !OpenCombine
// The target has to compile without the trait, or nobody could build the package without it. So the error stands at
// the first use: by its message, or by the name of the type where the compiler gets no further than that.

/// What stands for a publisher where there is neither Combine nor OpenCombine.
@available(*, unavailable, message: "TributaryCombine needs the package trait OpenCombine on this platform.")
public struct TributaryCombineNeedsTheTraitOpenCombineOnThisPlatform: Sendable {}

/// The same, with a name that fits into a line.
@available(*, unavailable, message: "TributaryCombine needs the package trait OpenCombine on this platform.")
public typealias MissingTrait = TributaryCombineNeedsTheTraitOpenCombineOnThisPlatform

extension Store {
    /// Publishes a value of the state, where there is Combine or OpenCombine.
    @available(
        *,
        unavailable,
        message: """
            There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
            package depends on tributary.
            """
    )
    public func publisher<Value>(_ select: @escaping (State) -> Value) -> MissingTrait { fatalError() }

    /// Publishes the whole state, where there is Combine or OpenCombine.
    @available(
        *,
        unavailable,
        message: """
            There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
            package depends on tributary.
            """
    )
    public func publisher() -> MissingTrait { fatalError() }

    /// Publishes every action, where there is Combine or OpenCombine.
    @available(
        *,
        unavailable,
        message: """
            There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
            package depends on tributary.
            """
    )
    public var actionsPublisher: MissingTrait { fatalError() }
}

extension Module {
    /// Publishes every output, where there is Combine or OpenCombine.
    @available(
        *,
        unavailable,
        message: """
            There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
            package depends on tributary.
            """
    )
    public var outputsPublisher: MissingTrait { fatalError() }
}

extension Effect {
    /// Sends what a publisher publishes, where there is Combine or OpenCombine.
    @available(
        *,
        unavailable,
        message: """
            There is no Combine on this platform. Write .package(url: …, traits: ["OpenCombine"]) where your \
            package depends on tributary.
            """
    )
    public static func publisher(_ publisher: @escaping () -> MissingTrait) -> Effect { fatalError() }
}
#endif
