// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// What the terminal shows and controls.
@MainActor
package protocol Desk: AnyObject {
    /// What there is to see now.
    var screen: Screen { get }

    /// Carries out a command; returns at once, with a closure that waits for the work that follows.
    func perform(_ command: Command) -> @Sendable () async -> Void

    /// Connects what is shown with the stores, both with what is to be seen and with what the browser is told.
    ///
    /// - Returns: The connection; it ends when it is dropped.
    func connect(_ display: Display, to browser: BrowserModule) -> ObservationToken
}
