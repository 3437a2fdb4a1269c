// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CitySearchFeature
package import TerminalKit
internal import Tributary
internal import WeatherAPI
internal import WeatherAppFeature

/// Shows the app by components and takes keys, until the user quits.
@MainActor
package final class KeyMode {
    private let desk: WeatherDesk
    private let program: TerminalProgram
    private let header: TerminalComponent<HeaderProps>
    private let body: TerminalComponent<BodyProps>
    private let footer: TerminalComponent<FooterProps>
    private let connections: [ObservationToken]
    private var browsing = Browsing()

    /// Makes a key mode; nothing is drawn yet.
    ///
    /// - Parameters:
    ///   - desk: What is shown and controlled.
    ///   - size: Tells the size of the window.
    ///   - write: Takes the escape sequences.
    package init(
        desk: WeatherDesk,
        size: @escaping @MainActor () -> WindowSize,
        write: @escaping @MainActor (String) -> Void
    ) {
        self.desk = desk
        header = TerminalComponent(height: .rows(2), props: HeaderProps(), draw: HeaderProps.lines)
        body = TerminalComponent(props: BodyProps(), draw: BodyProps.lines)
        footer = TerminalComponent(height: .rows(2), props: FooterProps(), draw: FooterProps.lines)
        program = TerminalProgram([header, body, footer], size: size, write: write)
        connections = [
            header.part(\.status).connect(to: desk.store, props: HeaderProps.Status.init),
            body.part(\.content).connect(to: desk.store, props: BodyProps.Content.init),
            footer.part(\.isForecastOpen).connect(to: desk.store, props: { $0.forecast != nil }),
        ]
        desk.onAlert = { [weak self] in self?.show($0) }
    }

    /// Makes a key mode for a terminal.
    package convenience init(desk: WeatherDesk, terminal: RawTerminal) {
        self.init(desk: desk, size: { terminal.size }, write: { terminal.write($0) })
    }

    /// Runs until a key, a signal or the end of the events ends it.
    ///
    /// - Parameter events: What happens at the terminal.
    /// - Returns: The signal that ended it, if one did.
    package func run(_ events: some AsyncSequence<TerminalEvent, Never>) async -> Int32? {
        await program.run(events) {
            resize(to: $0)
        } onKey: {
            press($0)
        }
    }

    /// Makes room for a window of this size.
    func resize(to size: WindowSize) {
        change { $0.resize(to: size.rows - 4) }
    }

    /// What a window of this size shows.
    func lines(in size: WindowSize) -> [StyledLine] {
        let line = WindowSize(columns: size.columns, rows: 2)
        let rest = WindowSize(columns: size.columns, rows: size.rows - 4)
        return header.lines(in: line) + body.lines(in: rest) + footer.lines(in: line)
    }

    /// Takes a key.
    func press(_ key: Key) -> KeyAnswer {
        if key == .interrupt { return .quit }
        show(nil)
        switch key {
        case .tab: desk.send(.networkChanged(desk.store.network.next))
        case _ where desk.store.forecast != nil: return read(key)
        case .enter: desk.send(desk.store.search.rows.isEmpty ? .reload : .open(browsing.selection + 1))
        default:
            change { browsing in
                if browsing.move(key, among: desk.store.search.rows.count) { return }
                if let text = browsing.type(key) { desk.send(.textChanged(text)) }
            }
        }
        return .handled
    }

    /// A key while a forecast is open.
    private func read(_ key: Key) -> KeyAnswer {
        switch key {
        case .escape, .backspace, .left: desk.send(.back)
        case .character("r"): desk.send(.reload)
        case .character("q"): return .quit
        default: break
        }
        return .handled
    }

    /// Changes what only the terminal knows, and tells the app which rows are in view.
    private func change(_ body: (inout Browsing) -> Void) {
        let window = browsing.window
        body(&browsing)
        header.part(\.field).render(browsing.field)
        self.body.part(\.selection).render(browsing.selection)
        self.body.part(\.first).render(browsing.window.lowerBound)
        if browsing.window != window { desk.send(.windowChanged(browsing.window)) }
    }

    private func show(_ alert: Alert?) {
        footer.part(\.alert).render(alert)
        footer.part(\.count).render(desk.alerts.count)
    }
}

extension NetworkCondition {
    /// The condition that comes after this one, and after the last one the first.
    fileprivate var next: NetworkCondition {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}
