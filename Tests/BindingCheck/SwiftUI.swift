// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A stand-in for SwiftUI's type of this name, which can be read and set as by a control.
///
/// The one in Tests/SwiftUIStub has the right signatures, and does nothing.
@MainActor
public struct Binding<Value> {
    private let get: @MainActor () -> Value
    private let set: @MainActor (Value) -> Void

    /// Makes a binding from a getter and a setter.
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
        self.get = get
        self.set = set
    }

    /// The value.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
}

/// An animation, for checks whether one is set.
public struct Animation: Equatable, Sendable {
    /// Some animation.
    public static let `default` = Animation()

    /// The one that is set now.
    @TaskLocal public static var current: Animation?
}

/// Sets an animation while a closure runs.
public func withAnimation<Result>(_ animation: Animation?, _ body: () throws -> Result) rethrows -> Result {
    try Animation.$current.withValue(animation) { try body() }
}
