// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// Draws the screen and takes keys, until somebody quits.
@MainActor
package final class KeyMode {
    private let desk: any Desk
    private let size: @MainActor () -> WindowSize
    private let draw: @MainActor (Frame) -> Void
    private var browser = Browser()
    private var screen: Screen

    /// Makes a key mode; nothing is drawn yet.
    ///
    /// - Parameters:
    ///   - desk: What is shown and controlled.
    ///   - size: Tells the size of the window.
    ///   - draw: Shows a frame.
    package init(
        desk: any Desk,
        size: @escaping @MainActor () -> WindowSize,
        draw: @escaping @MainActor (Frame) -> Void
    ) {
        self.desk = desk
        self.size = size
        self.draw = draw
        self.screen = desk.screen
    }

    /// Runs until a key, a signal or the end of the events ends it.
    ///
    /// - Returns: The signal that ended it, if one did.
    package func run(_ events: some AsyncSequence<TerminalEvent, Never>) async -> Int32? {
        let token = desk.observe { [weak self] in self?.show($0) }
        defer { withExtendedLifetime(token) {} }
        for await event in events {
            switch event {
            case .keys(let keys): if keys.contains(where: press) { return nil }
            case .resized: redraw()
            case .signal(let number): return number
            case .ended: return nil
            }
        }
        return nil
    }

    /// Takes a key, and tells whether it quits.
    private func press(_ key: Key) -> Bool {
        let size = size()
        let lengths = (Frame.window(in: size), Frame.length(of: screen.page, in: size))
        let command = browser.press(key, on: screen, pageLength: lengths)
        if command == .quit { return true }
        // Nobody waits for the work: its result is drawn when it is there, and keys go on working meanwhile.
        if let command { _ = desk.perform(command) }
        redraw()
        return false
    }

    private func show(_ screen: Screen) {
        browser.follow(screen, from: self.screen)
        self.screen = screen
        redraw()
    }

    private func redraw() { draw(Frame(screen, browser: browser, size: size())) }
}
