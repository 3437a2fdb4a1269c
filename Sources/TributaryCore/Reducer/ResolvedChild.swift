// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A child's function, resolved when it is first needed.
///
/// A child that may be absent is resolved late, because a feature may contain itself: a folder of folders would
/// be resolved without end.
@usableFromInline
final class ResolvedChild<State, Action> {
    private let resolve: () -> ReducerFunction<State, Action>

    @usableFromInline private(set) var resolved: ReducerFunction<State, Action>?

    @usableFromInline
    init(_ resolve: @escaping () -> ReducerFunction<State, Action>) { self.resolve = resolve }

    @inlinable
    var function: ReducerFunction<State, Action> { resolved ?? resolveNow() }

    @usableFromInline
    func resolveNow() -> ReducerFunction<State, Action> {
        let function = resolve()
        resolved = function
        return function
    }
}
