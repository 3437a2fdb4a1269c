// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import WeatherAPI
package import WeatherAppFeature

/// The running app as a terminal uses it: inputs go in, alerts come out, and the state can be seen.
@MainActor
package final class WeatherDesk {
    /// What there is to see.
    package let store: StoreOf<WeatherApp>
    /// All alerts since the start, in order.
    package private(set) var alerts: [Alert] = []
    /// Called for every alert, also when it is the same again.
    package var onAlert: (@MainActor (Alert) -> Void)?

    private let app: Module<WeatherApp.Action.Input, WeatherApp.Action.Output, Void>
    private var listening: ObservationToken?
    private var tasks: [Int: StoreTask] = [:]
    private var lastNumber = 0

    /// Starts the app.
    ///
    /// - Parameters:
    ///   - client: What the features ask of the service.
    ///   - clock: The clock by which the features wait.
    ///   - rowsAtOnce: How many rows load at once.
    ///   - reporter: Takes what the library complains about.
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

    /// Does what a person asks for; what is returned waits for all that follows.
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

    /// Waits for all that follows from what was asked for until now.
    package func settle() async {
        for task in tasks.values { await task.finish() }
    }

    /// Ends all requests; nothing happens later.
    package func close() { store.close() }

    private func note(_ alert: Alert) {
        alerts.append(alert)
        onAlert?(alert)
    }
}
