// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
package import Tributary

/// Shows a desk and handles keys, until the user quits.
@MainActor
package struct KeyMode {
    private let desk: any Desk
    private let program: TerminalProgram
    private let browser: StoreOf<Browser>
    private let display = Display()
    private let spinner: Spinner

    /// Makes a key mode without drawing it.
    ///
    /// - Parameters:
    ///   - desk: The app to show and control.
    ///   - browser: The state of the terminal.
    ///   - window: The window to draw in.
    ///   - clock: The clock of the spinner.
    package init(
        desk: any Desk,
        browser: StoreOf<Browser> = Store(initialState: Browser.State()) { Browser() },
        window: TerminalWindow,
        clock: any Clock<Duration> & Sendable = ContinuousClock()
    ) {
        self.desk = desk
        self.browser = browser
        program = TerminalProgram(display.components, window: window)
        program.help = { Browser.State.help }
        program.isTyping = { browser.prompt != nil }
        let sign = display.foot.part(\.spinner)
        spinner = Spinner(clock: clock, isASCII: window.appearance.isASCII) { sign.render($0) }
    }

    /// Runs until a key, a signal, or the end of the events stops it.
    ///
    /// - Parameter events: The events of the terminal.
    /// - Returns: The signal that stopped it, if one did.
    package func run(_ events: some AsyncSequence<TerminalEvent, Never>) async -> Int32? {
        let module = BrowserModule(browser, input: \.input, output: \.output)
        var isQuitting = false
        let tokens = [
            connectBrowser(),
            desk.connect(display, to: module),
            module.onOutput { command in
                if command == .quit { isQuitting = true }
                // The work is not awaited: its result is shown when it arrives, and keys work meanwhile.
                _ = desk.perform(command)
            },
        ]
        spinner.isTurning = browser.isLoading
        display.articles.onClick = { _, row in
            module.send(.clicked(row: row))
            return .handled
        }
        defer {
            spinner.isTurning = false
            withExtendedLifetime(tokens) {}
        }
        return await program.run(events, onResize: { module.send(.resized($0)) }) { key in
            module.send(.pressed(key))
            return isQuitting ? .quit : .handled
        }
    }

    private func connectBrowser() -> ObservationToken {
        ObservationToken([
            display.articles.part(\.selection).connect(to: browser, state: \.selection),
            display.articles.part(\.scroll).connect(to: browser, state: \.scroll),
            display.foot.part(\.prompt).connect(to: browser, state: \.prompt),
            display.hints.connect(to: browser, props: \.hints),
            browser.observe(\.isLoading) { [spinner] in spinner.isTurning = $0 },
        ])
    }
}
