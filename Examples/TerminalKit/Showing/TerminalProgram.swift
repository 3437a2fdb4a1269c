// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Shows components below each other and takes keys, until the user quits.
///
/// ```swift
/// guard let terminal = RawTerminal() else { … }       // no terminal: a script, a pipe
/// let program = TerminalProgram([header, list], terminal: terminal)
/// let signal = await program.run(TerminalEvents().stream) { key in
///     guard key != .interrupt else { return .quit }
///     store.send(.pressed(key))
///     return .handled
/// }
/// terminal.restore()
/// ```
/// While it runs, a component whose props change is seen at once; what changes while a key is handled is seen
/// together afterwards. Only lines that are different are written.
@MainActor
package final class TerminalProgram {
    private let regions: [any TerminalRegion]
    private let size: @MainActor () -> WindowSize
    private let write: @MainActor (String) -> Void
    private var painter = LinePainter()
    /// Whether a change is to be seen at once.
    private var isPainting = false

    /// Makes a program; nothing is drawn before it runs.
    ///
    /// - Parameters:
    ///   - regions: The components from top to bottom.
    ///   - size: Tells the size of the window.
    ///   - write: Takes the escape sequences.
    package init(
        _ regions: [any TerminalRegion],
        size: @escaping @MainActor () -> WindowSize,
        write: @escaping @MainActor (String) -> Void
    ) {
        self.regions = regions
        self.size = size
        self.write = write
    }

    /// Makes a program for a terminal.
    package convenience init(_ regions: [any TerminalRegion], terminal: RawTerminal) {
        self.init(regions, size: { terminal.size }, write: { terminal.write($0) })
    }

    /// Runs until a key, a signal or the end of the events ends it; later changes draw nothing.
    ///
    /// Control and L draws everything anew, for a screen that something else has written to.
    ///
    /// - Parameters:
    ///   - events: What happens at the terminal.
    ///   - onResize: Is told the size of the window, at the start and when it has changed.
    ///   - onKey: Takes a key.
    /// - Returns: The signal that ended it, if one did.
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
                if together({ keys.contains { press($0, onKey) == .quit } }) { return nil }
            case .resized: together { onResize(size()) }
            case .signal(let number): return number
            case .ended: return nil
            }
        }
        return nil
    }

    private func start(_ onResize: (WindowSize) -> Void) {
        for region in regions { region.onChange = { [weak self] in self?.paint() } }
        painter.forget()
        together { onResize(size()) }
    }

    private func stop() {
        isPainting = false
        for region in regions { region.onChange = nil }
    }

    private func press(_ key: Key, _ onKey: (Key) -> KeyAnswer) -> KeyAnswer {
        if key == .refresh { painter.forget() }
        return key == .refresh ? .handled : onKey(key)
    }

    /// Does something, and shows all that it changed at once.
    private func together<Result>(_ change: () -> Result) -> Result {
        isPainting = false
        let result = change()
        isPainting = true
        paint()
        return result
    }

    private func paint() {
        guard isPainting else { return }
        let size = size()
        let text = painter.paint(TerminalLayout.lines(of: regions, in: size), in: size)
        if !text.isEmpty { write(text) }
    }
}
