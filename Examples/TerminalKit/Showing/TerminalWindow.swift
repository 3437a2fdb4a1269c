// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The window of a program: the necessary operations of a terminal, which tests can replace.
@MainActor
package struct TerminalWindow {
    /// Returns the size of the window.
    package let size: @MainActor () -> WindowSize
    /// Writes escape sequences.
    package let write: @MainActor (String) -> Void
    /// The look of roles.
    package let appearance: Appearance
    /// The way to notify the user.
    package let attention: Attention
    /// Suspends the process, and returns after it was resumed.
    package let suspend: @MainActor () -> Void
    /// Takes the terminal over again, after something else has suspended the process.
    package let resume: @MainActor () -> Void

    /// Makes a window.
    package init(
        size: @escaping @MainActor () -> WindowSize,
        write: @escaping @MainActor (String) -> Void,
        appearance: Appearance = Appearance(),
        attention: Attention = .none,
        suspend: @escaping @MainActor () -> Void = {},
        resume: @escaping @MainActor () -> Void = {}
    ) {
        self.size = size
        self.write = write
        self.appearance = appearance
        self.attention = attention
        self.suspend = suspend
        self.resume = resume
    }
}
