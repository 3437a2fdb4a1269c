// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Shows components below each other and handles keys, until the user quits.
///
/// ```swift
/// guard let terminal = RawTerminal() else { … }       // no terminal: a script, a pipe
/// let program = TerminalProgram([header, list], terminal: terminal)
/// program.help = { [HelpSection("List", bindings.map(\.hint))] }
/// let signal = await program.run(TerminalEvents(of: terminal).stream) { key in
///     guard key != .interrupt else { return .quit }
///     store.send(.pressed(key))
///     return .handled
/// }
/// terminal.restore()
/// ```
/// While it runs, changed props are drawn at once; changes during the handling of a key are drawn together
/// afterwards. Only changed lines are written.
@MainActor
package final class TerminalProgram {
    /// The content of the help, for `?` and F1.
    ///
    /// By default there is no help, and `?` is a letter.
    package var help: (@MainActor () -> [HelpSection])?
    /// Whether a text is being typed, so that `?` is a part of it.
    package var isTyping: @MainActor () -> Bool = { false }
    /// The keys that the mouse wheel sends.
    package var wheel: (up: [Key], down: [Key]) = ([.up, .up, .up], [.down, .down, .down])

    private let regions: [any TerminalRegion]
    private let window: TerminalWindow
    private var painter: LinePainter
    private var page: HelpPage?
    /// Whether changes are drawn at once.
    private var isPainting = false

    /// Makes a program without drawing it.
    ///
    /// - Parameters:
    ///   - regions: The components from top to bottom.
    ///   - window: The window to draw in.
    package init(_ regions: [any TerminalRegion], window: TerminalWindow) {
        self.regions = regions
        self.window = window
        painter = LinePainter(window.appearance)
    }

    /// Makes a program from the size of the window and a closure that writes.
    package convenience init(
        _ regions: [any TerminalRegion],
        size: @escaping @MainActor () -> WindowSize,
        write: @escaping @MainActor (String) -> Void
    ) {
        self.init(regions, window: TerminalWindow(size: size, write: write))
    }

    /// Makes a program for a terminal.
    package convenience init(_ regions: [any TerminalRegion], terminal: RawTerminal) {
        self.init(regions, window: terminal.window)
    }

    /// Runs until a key, a signal, or the end of the events stops it; later changes draw nothing.
    ///
    /// Control-L redraws everything, for a screen that another program has written to. Control-Z suspends the
    /// program. A click is sent to the clicked component, and the mouse wheel sends keys.
    ///
    /// - Parameters:
    ///   - events: The events of the terminal.
    ///   - onResize: Called with the size of the window, at the start and after each change.
    ///   - onKey: Handles a key.
    /// - Returns: The signal that stopped it, if one did.
    package func run(
        _ events: some AsyncSequence<TerminalEvent, Never>,
        onResize: @MainActor (WindowSize) -> Void = { _ in },
        onKey: @MainActor (Key) -> KeyAnswer
    ) async -> Int32? {
        start(onResize)
        defer { stop() }
        for await event in events {
            switch event {
            case .keys(let keys):
                if together({ keys.contains { press($0, onKey, onResize) == .quit } }) { return nil }
            case .resized: together { onResize(window.size()) }
            case .continued:
                window.resume()
                wakeUp(onResize)
            case .signal(let number): return number
            case .ended: return nil
            }
        }
        return nil
    }

    /// The content of a window of this size.
    package func lines(in size: WindowSize) -> [StyledLine] {
        page?.lines(in: size) ?? TerminalLayout.lines(of: regions, in: size)
    }

    /// Notifies the user, who may look elsewhere, in the configured way.
    ///
    /// - Parameters:
    ///   - title: The name of the program.
    ///   - text: The event.
    package func call(_ title: String, _ text: String) {
        let sequence = window.attention.sequence(title: title, text: text)
        if !sequence.isEmpty { window.write(sequence) }
    }

    private func start(_ onResize: (WindowSize) -> Void) {
        for region in regions { region.onChange = { [weak self] in self?.paint() } }
        painter.forget()
        together { onResize(window.size()) }
    }

    private func stop() {
        isPainting = false
        for region in regions { region.onChange = nil }
    }

    private func wakeUp(_ onResize: (WindowSize) -> Void) {
        painter.forget()
        together { onResize(window.size()) }
    }

    private func press(
        _ key: Key,
        _ onKey: (Key) -> KeyAnswer,
        _ onResize: (WindowSize) -> Void
    ) -> KeyAnswer {
        switch key {
        case .refresh:
            painter.forget()
            return .handled
        case .suspend:
            window.suspend()
            wakeUp(onResize)
            isPainting = false
            return .handled
        case _ where page != nil && key != .interrupt:
            if page?.press(key, in: window.size()) != true { page = nil }
            return .handled
        case .help, .character("?"):
            guard let help, key == .help || !isTyping() else { return onKey(key) }
            page = HelpPage(help())
            return .handled
        case .wheelUp, .wheelDown:
            let keys = key == .wheelUp ? wheel.up : wheel.down
            return keys.contains { onKey($0) == .quit } ? .quit : .handled
        case .click(let column, let row): return click(column, row, onKey)
        default: return onKey(key)
        }
    }

    /// Sends a click to the clicked component, or to the handler of keys.
    private func click(_ column: Int, _ row: Int, _ onKey: (Key) -> KeyAnswer) -> KeyAnswer {
        var top = 0
        for (region, rows) in zip(regions, TerminalLayout.rows(of: regions, in: window.size())) {
            if (top..<top + rows).contains(row), let onClick = region.onClick {
                return onClick(column, row - top)
            }
            top += rows
        }
        return onKey(.click(column: column, row: row))
    }

    /// Performs changes, and draws all of them together.
    private func together<Result>(_ change: () -> Result) -> Result {
        isPainting = false
        let result = change()
        isPainting = true
        paint()
        return result
    }

    private func paint() {
        guard isPainting else { return }
        let size = window.size()
        let text = painter.paint(lines(in: size), in: size)
        if !text.isEmpty { window.write(text) }
    }
}
