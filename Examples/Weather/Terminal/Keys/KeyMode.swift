// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CitySearchFeature
internal import ForecastFeature
package import TerminalKit
internal import Tributary
internal import WeatherAPI
internal import WeatherAppFeature

/// Shows the app by components and handles keys, until the user quits.
@MainActor
package final class KeyMode {
    private let desk: WeatherDesk
    private let program: TerminalProgram
    private let header: TerminalComponent<HeaderProps>
    private let body: TerminalComponent<BodyProps>
    private let footer: TerminalComponent<FooterProps>
    private let spinner: Spinner
    private var connections: [ObservationToken] = []
    private var browsing = Browsing()

    /// Makes a key mode without drawing it.
    ///
    /// - Parameters:
    ///   - desk: The app to show and control.
    ///   - window: The window to draw in.
    ///   - clock: The clock of the spinner.
    package init(
        desk: WeatherDesk,
        window: TerminalWindow,
        clock: any Clock<Duration> & Sendable = ContinuousClock()
    ) {
        self.desk = desk
        header = TerminalComponent(height: .rows(2), props: HeaderProps(), draw: HeaderProps.lines)
        body = TerminalComponent(props: BodyProps(), draw: BodyProps.lines)
        footer = TerminalComponent(height: .fitting, props: FooterProps(), draw: FooterProps.lines)
        program = TerminalProgram([header, body, footer], window: window)
        spinner = Spinner(clock: clock, isASCII: window.appearance.isASCII) { [header] sign in
            header.part(\.sign).render(sign)
        }
        connections = [
            header.part(\.status).connect(to: desk.store, props: HeaderProps.Status.init),
            body.part(\.content).connect(to: desk.store, props: BodyProps.Content.init),
            footer.part(\.isForecastOpen).connect(to: desk.store, props: { $0.forecast != nil }),
            desk.store.observe({ $0.search.isSearching || $0.forecast?.isLoading == true }) { [spinner] in
                spinner.isTurning = $0
            },
        ]
        body.onClick = { [unowned self] _, row in click(row) }
        program.help = { [desk] in
            let isOpen = desk.store.forecast != nil
            return [HelpSection(isOpen ? "Forecast" : "Search", KeyHints.hints(isForecastOpen: isOpen))]
        }
        program.isTyping = { [unowned self] in desk.store.forecast == nil && !browsing.field.isEmpty }
        desk.onAlert = { [weak self] alert in
            self?.show(alert)
            self?.program.call("Weather", alert.text)
        }
    }

    /// Runs until a key, a signal, or the end of the events stops it.
    ///
    /// - Parameter events: The events of the terminal.
    /// - Returns: The signal that stopped it, if one did.
    package func run(_ events: some AsyncSequence<TerminalEvent, Never>) async -> Int32? {
        await program.run(events) {
            resize(to: $0)
        } onKey: {
            press($0)
        }
    }

    /// Adapts to a window of this size.
    func resize(to size: WindowSize) {
        let rows = 2 + FooterProps.lines(FooterProps(), in: size).count
        change { $0.resize(to: size.rows - rows) }
    }

    /// The content of a window of this size.
    func lines(in size: WindowSize) -> [StyledLine] {
        program.lines(in: size)
    }

    /// Handles a key.
    func press(_ key: Key) -> KeyAnswer {
        if key == .interrupt { return .quit }
        show(nil)
        switch key {
        case _ where desk.store.forecast != nil: return read(key)
        case .tab: desk.send(.networkChanged(desk.store.network.next))
        case .enter: desk.send(desk.store.search.rows.isEmpty ? .reload : .open(browsing.selection + 1))
        default:
            change { browsing in
                if browsing.move(key, among: desk.store.search.rows.count) { return }
                if let text = browsing.type(key) { desk.send(.textChanged(text)) }
            }
        }
        return .handled
    }

    /// Handles a key while a forecast is open.
    private func read(_ key: Key) -> KeyAnswer {
        switch KeyHints.reading.command(for: key) {
        case .back?: desk.send(.back)
        case .reload?: desk.send(.reload)
        case .network?: desk.send(.networkChanged(desk.store.network.next))
        case .quit?: return .quit
        case nil: break
        }
        return .handled
    }

    /// Handles a click on a row: selects it, or opens it if it is already selected.
    private func click(_ row: Int) -> KeyAnswer {
        show(nil)
        let place = browsing.window.lowerBound + row
        guard desk.store.forecast == nil, desk.store.search.rows.indices.contains(place) else {
            return .handled
        }
        if place == browsing.selection { return press(.enter) }
        change { $0.select(place) }
        return .handled
    }

    /// Changes the state of the terminal, and sends the visible rows to the app.
    private func change(_ body: (inout Browsing) -> Void) {
        let window = browsing.window
        body(&browsing)
        header.part(\.field).render(browsing.field)
        self.body.part(\.selection).render(browsing.selection)
        self.body.part(\.first).render(browsing.window.lowerBound)
        if browsing.window != window { desk.send(.windowChanged(browsing.window)) }
    }

    func show(_ alert: Alert?) {
        footer.part(\.alert).render(alert)
        footer.part(\.count).render(desk.alerts.count)
    }
}

extension NetworkCondition {
    /// The next condition; the last one is followed by the first.
    fileprivate var next: NetworkCondition {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}
