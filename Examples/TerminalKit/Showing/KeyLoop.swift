// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// The loop of a program with a single picture of a store and of the state of its keys.
///
/// ```swift
/// let loop = KeyLoop(draw: SceneView.draw) { [unowned self] in SceneView(scene: desk.scene, cursor: cursor) }
/// loop.help = { … }
/// let signal = await loop.run(desk.store, in: terminal) { key, size in
///     cursor.press(key, on: desk.scene).map(desk.perform) …
/// }
/// ```
/// The picture is redrawn after each key, and when the store changes.
@MainActor
package final class KeyLoop<Picture: Equatable> {
    /// The content of the help, for `?` and F1.
    package var help: (@MainActor () -> [HelpSection])?
    /// Whether a text is being typed, so that `?` is a part of it.
    package var isTyping: @MainActor () -> Bool = { false }

    private let component: TerminalComponent<Picture>
    private let picture: @MainActor () -> Picture
    /// The program, while it runs.
    private weak var program: TerminalProgram?

    /// Makes a loop without drawing.
    ///
    /// - Parameters:
    ///   - draw: Makes the lines of a picture.
    ///   - picture: Returns the current picture.
    package init(
        draw: @escaping @MainActor (Picture, WindowSize) -> [StyledLine],
        picture: @escaping @MainActor () -> Picture
    ) {
        component = TerminalComponent(draw: draw)
        self.picture = picture
    }

    /// Notifies the user, who may look elsewhere, in the configured way; does nothing before it runs.
    ///
    /// - Parameters:
    ///   - title: The name of the program.
    ///   - text: The event.
    package func call(_ title: String, _ text: String) { program?.call(title, text) }

    /// Runs in the terminal of this process, and restores it.
    ///
    /// - Returns: The signal that stopped it, if one did.
    package func run<State, Action>(
        _ store: Store<State, Action>,
        in terminal: RawTerminal,
        onKey: @MainActor (Key, WindowSize) -> KeyAnswer
    ) async -> Int32? {
        defer { terminal.restore() }
        return await run(store, TerminalEvents(of: terminal).stream, window: terminal.window, onKey: onKey)
    }

    /// Runs until a key, a signal, or the end of the events stops it.
    ///
    /// - Parameters:
    ///   - store: The store of the picture.
    ///   - events: The events of the terminal.
    ///   - window: The window to draw in.
    ///   - onKey: Handles a key, given the size of the window, which clicks refer to.
    /// - Returns: The signal that stopped it, if one did.
    package func run<State, Action>(
        _ store: Store<State, Action>,
        _ events: some AsyncSequence<TerminalEvent, Never>,
        window: TerminalWindow,
        onKey: @MainActor (Key, WindowSize) -> KeyAnswer
    ) async -> Int32? {
        // Observes no value: a state that is retained for comparison would be copied by the next change.
        let token = store.observe({ _ in }) { [component, picture] in component.render(picture()) }
        defer { withExtendedLifetime(token) {} }
        let program = TerminalProgram([component], window: window)
        (program.help, program.isTyping) = (help, isTyping)
        self.program = program
        return await program.run(events) { key in
            let answer = onKey(key, window.size())
            // The state of the keys has changed, too.
            component.render(picture())
            return answer
        }
    }
}
