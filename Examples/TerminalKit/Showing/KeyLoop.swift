// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// The loop of a program that is one picture: of a store, and of what only its keys know.
///
/// ```swift
/// let loop = KeyLoop(draw: SceneView.draw) { [unowned self] in SceneView(scene: desk.scene, cursor: cursor) }
/// loop.help = { … }
/// let signal = await loop.run(desk.store, in: terminal) { key, size in
///     cursor.press(key, on: desk.scene).map(desk.perform) …
/// }
/// ```
/// The picture is drawn anew after each key, and whenever the store changes.
@MainActor
package final class KeyLoop<Picture: Equatable> {
    /// What `?` and F1 show.
    package var help: (@MainActor () -> [HelpSection])?
    /// Whether text is being typed, so that `?` is a letter of it.
    package var isTyping: @MainActor () -> Bool = { false }

    private let component: TerminalComponent<Picture>
    private let picture: @MainActor () -> Picture
    /// What runs, while it does.
    private weak var program: TerminalProgram?

    /// Makes a loop; nothing is drawn yet.
    ///
    /// - Parameters:
    ///   - draw: Makes lines of a picture.
    ///   - picture: What there is to see now.
    package init(
        draw: @escaping @MainActor (Picture, WindowSize) -> [StyledLine],
        picture: @escaping @MainActor () -> Picture
    ) {
        component = TerminalComponent(draw: draw)
        self.picture = picture
    }

    /// Calls the user, who may look elsewhere, in the way that they asked for; nobody is called before it runs.
    ///
    /// - Parameters:
    ///   - title: Which program calls.
    ///   - text: What has happened.
    package func call(_ title: String, _ text: String) { program?.call(title, text) }

    /// Runs in the terminal of this process, and gives it back.
    ///
    /// - Returns: The signal that ended it, if one did.
    package func run<State, Action>(
        _ store: Store<State, Action>,
        in terminal: RawTerminal,
        onKey: @MainActor (Key, WindowSize) -> KeyAnswer
    ) async -> Int32? {
        defer { terminal.restore() }
        return await run(store, TerminalEvents(of: terminal).stream, window: terminal.window, onKey: onKey)
    }

    /// Runs until a key, a signal or the end of the events ends it.
    ///
    /// - Parameters:
    ///   - store: Whose changes change the picture.
    ///   - events: What happens at the terminal.
    ///   - window: Where the picture is shown.
    ///   - onKey: Takes a key, and the size of the window, in which a click is somewhere.
    /// - Returns: The signal that ended it, if one did.
    package func run<State, Action>(
        _ store: Store<State, Action>,
        _ events: some AsyncSequence<TerminalEvent, Never>,
        window: TerminalWindow,
        onKey: @MainActor (Key, WindowSize) -> KeyAnswer
    ) async -> Int32? {
        // Observes no value: a state that is kept to be compared would be copied by its next change.
        let token = store.observe({ _ in }) { [component, picture] in component.render(picture()) }
        defer { withExtendedLifetime(token) {} }
        let program = TerminalProgram([component], window: window)
        (program.help, program.isTyping) = (help, isTyping)
        self.program = program
        return await program.run(events) { key in
            let answer = onKey(key, window.size())
            // What only the keys know has changed, too.
            component.render(picture())
            return answer
        }
    }
}
