// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import WeatherAPI
package import WeatherAppFeature

/// The running app as a terminal uses it, with inputs, alerts, and the state.
@MainActor
package final class WeatherDesk {
    /// The store of the app.
    package let store: StoreOf<WeatherApp>
    /// All alerts since the start, in order.
    package private(set) var alerts: [Alert] = []
    /// Called for every alert, including repeated ones.
    package var onAlert: (@MainActor (Alert) -> Void)?

    private let app: Module<WeatherApp.Action.Input, WeatherApp.Action.Output, Void>
    private var listening: ObservationToken?
    private var tasks: [Int: StoreTask] = [:]
    private var lastNumber = 0

    /// Starts the app.
    ///
    /// - Parameters:
    ///   - client: The features' access to the service.
    ///   - clock: The clock of the features.
    ///   - rowsAtOnce: The number of rows that load at once.
    ///   - reporter: Receives the diagnostics of the library.
    package init(
        client: WeatherClient,
        clock: any Clock<Duration> & Sendable = ContinuousClock(),
        rowsAtOnce: Int = 3,
        reporter: DiagnosticReporter = .current
    ) {
        store = Store(initialState: WeatherApp.State()) {
            WeatherApp(rowsAtOnce: rowsAtOnce)
        } dependencies: {
            $0.weatherClient = client
            $0.clock = clock
            $0.diagnosticReporter = reporter
        }
        app = Module(store, input: \.input, output: \.output)
        listening = app.onOutput { [weak self] output in
            if case .alert(let alert) = output { self?.note(alert) }
        }
    }

    /// Sends an input; the result waits for all resulting work.
    @discardableResult
    package func send(_ input: WeatherApp.Action.Input) -> StoreTask {
        let task = app.send(input)
        lastNumber += 1
        let number = lastNumber
        tasks[number] = task
        Task { [weak self] in
            await task.finish()
            self?.tasks[number] = nil
        }
        return task
    }

    /// Waits for the work of all earlier inputs.
    package func settle() async {
        for task in tasks.values { await task.finish() }
    }

    /// Closes the store and cancels all requests.
    package func close() { store.close() }

    private func note(_ alert: Alert) {
        alerts.append(alert)
        onAlert?(alert)
    }
}
