// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a program is shown: what it has to know of a terminal, and no more, so that tests can stand in.
@MainActor
package struct TerminalWindow {
    /// Tells the size of the window.
    package let size: @MainActor () -> WindowSize
    /// Takes escape sequences.
    package let write: @MainActor (String) -> Void
    /// How roles look.
    package let appearance: Appearance
    /// How the user is called.
    package let attention: Attention
    /// Lets the process sleep, and returns when it was woken.
    package let suspend: @MainActor () -> Void
    /// Takes the terminal over again, after something else let the process sleep.
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
