// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// The interface between the terminal and the app.
@MainActor
package protocol Desk: AnyObject {
    /// The current screen.
    var screen: Screen { get }

    /// Performs a command; returns at once, with a closure that waits for the resulting work.
    func perform(_ command: Command) -> @Sendable () async -> Void

    /// Connects the display and the browser with the stores.
    ///
    /// - Returns: The connection; it ends when it is released.
    func connect(_ display: Display, to browser: BrowserModule) -> ObservationToken
}
