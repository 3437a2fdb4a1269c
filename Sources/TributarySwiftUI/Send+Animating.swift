// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

extension Store {
    /// Sends an action, and animates its changes in views.
    ///
    /// While a turn runs the action waits for its end, and is not animated.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - animation: The animation; with `nil`, none runs, not even one that is set around the call.
    /// - Returns: The effects that follow.
    @discardableResult
    public func send(_ action: Action, animation: Animation?) -> StoreTask {
        withAnimation(animation) { send(action) }
    }
}

extension Send {
    /// Sends an action, and animates its changes in views.
    ///
    /// ```swift
    /// .run { send in
    ///     await send(.sorted(await sort(titles)), animation: .default)
    /// }
    /// ```
    /// It takes part in the turn that the action begins, and so in all that follows from it at once. In a store that no
    /// view shows, the action is sent as it is.
    ///
    /// - Parameters:
    ///   - action: The action; it need not be Sendable, as long as the sender does not keep it.
    ///   - animation: The animation; with `nil`, none runs.
    public func callAsFunction(_ action: sending Action, animation: Animation?) async {
        await surrounding { turn in withAnimation(animation) { turn() } }(action)
    }
}
#endif
