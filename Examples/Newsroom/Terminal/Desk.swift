// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the terminal shows and controls.
@MainActor
package protocol Desk: AnyObject {
    /// What there is to see now.
    var screen: Screen { get }

    /// Carries out a command; returns at once, with a closure that waits for the work that follows.
    func perform(_ command: Command) -> @Sendable () async -> Void

    /// Calls a closure now and after every change of what there is to see.
    ///
    /// - Returns: What keeps the closure alive.
    func observe(_ onChange: @escaping @MainActor (Screen) -> Void) -> AnyObject
}
