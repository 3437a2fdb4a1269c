// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CitySearchFeature
import ForecastFeature
import ScreenTestSupport
import TerminalKit
import Testing
import Tributary
import TributaryTesting
import WeatherAPI
import WeatherAppFeature

@testable import WeatherTerminal

@MainActor
@Suite("The screens of the weather", .timeLimit(.minutes(30)))
struct ScreensTests {
    private let clock = ScriptClock()
    /// Whether the next search fails.
    private let desk: WeatherDesk

    init() {
        var client = WeatherClient.made(clock: ImmediateClock())
        client = WeatherClient(cities: client.cities, weather: client.weather) { id, network in
            guard network == .good else { throw WeatherError.down }
            let city = City.all.first { $0.id == id } ?? .london
            let days = (0..<7).map { day in
                DayForecast(
                    day: CalendarDay(number: day + 21_900),
                    lowest: [4, 2, -6, -3, 1, 5, 8][day],
                    highest: [9, 8, 1, 3, 12, 17, 21][day],
                    precipitation: [10, 40, 80, 100, 60, 5, 0][day],
                    sky: [.clear, .clouds, .snow, .storm, .rain, .clear, .clear][day]
                )
            }
            return ForecastReport(city: city, days: days)
        }
        desk = WeatherDesk(client: client, clock: clock)
    }

    private func mode(_ size: WindowSize) -> KeyMode {
        let window = TerminalWindow(size: { size }, write: { _ in })
        let mode = KeyMode(desk: desk, window: window, clock: SteppedClock())
        mode.resize(to: size)
        return mode
    }

    private func press(_ keys: Key..., on mode: KeyMode) async {
        for key in keys { #expect(mode.press(key) == .handled) }
        clock.pass(CitySearch.pause)
        await desk.settle()
    }

    private func picture(of mode: KeyMode, _ size: WindowSize) -> ScreenPicture {
        ScreenPicture(mode.lines(in: size), in: size)
    }

    @Test("show the results, with bars")
    func search() async {
        let size = WindowSize(columns: 80, rows: 12)
        let mode = mode(size)
        await press(.character("l"), on: mode)
        await press(.down, on: mode)
        #expect(ScreenFile("weather-search").difference(from: picture(of: mode, size)) == nil)
    }

    @Test("show a forecast as curves and bars, with its warnings, and when it is from before")
    func forecast() async {
        let size = WindowSize(columns: 64, rows: 26)
        let mode = mode(size)
        await press(.character("l"), on: mode)
        await press(.enter, on: mode)
        #expect(desk.alerts.map(\.kind) == [.warning])
        mode.show(nil)
        let title =
            "The weather app: the forecast of a city as curves of the temperature and bars of the rain"
        #expect(ScreenFile("weather").difference(from: picture(of: mode, size), drawnFor: title) == nil)
        await press(.tab, .tab, .tab, .character("r"), on: mode)
        #expect(ScreenFile("weather-from-before").difference(from: picture(of: mode, size)) == nil)
        await press(.character("r"), on: mode)
        // Repeated warnings are shown once.
        #expect(desk.alerts.filter { $0.kind == .warning }.count == 1)
    }

    @Test("fit into 20 columns")
    func narrow() async {
        let size = WindowSize(columns: 20, rows: 20)
        let mode = mode(size)
        await press(.character("l"), on: mode)
        await press(.enter, on: mode)
        #expect(ScreenFile("weather-narrow").difference(from: picture(of: mode, size)) == nil)
    }

    @Test("show nothing of another search when one has failed")
    func failed() async {
        let size = WindowSize(columns: 60, rows: 8)
        let mode = mode(size)
        await press(.character("l"), on: mode)
        await press(.tab, .tab, .tab, .character("a"), on: mode)
        #expect(desk.store.network == .failing)
        #expect(desk.store.search.rows.isEmpty && desk.store.search.found == nil)
        #expect(ScreenFile("weather-failed").difference(from: picture(of: mode, size)) == nil)
        // Enter starts another request, and the answer is for the text in the field.
        await press(.tab, .tab, .tab, on: mode)
        #expect(desk.store.network == .good)
        await press(.enter, on: mode)
        #expect(desk.store.search.rows.map(\.city.name) == ["Lagos"])
        #expect(desk.store.search.failure == nil)
    }

    @Test("a click selects a row, and opens the selected one; a spinner turns while there is no answer")
    func clicking() async {
        let size = WindowSize(columns: 60, rows: 10)
        var written = ""
        let window = TerminalWindow(size: { size }, write: { written += $0 })
        let mode = KeyMode(desk: desk, window: window, clock: SteppedClock())
        mode.resize(to: size)
        await press(.character("l"), on: mode)
        let (events, event) = AsyncStream.makeStream(of: TerminalEvent.self)
        event.yield(.keys([.click(column: 4, row: 4), .click(column: 4, row: 4)]))
        event.finish()
        _ = await mode.run(events)
        #expect(written.contains(Spinner.signs[0]))
        await desk.settle()
        #expect(desk.store.forecast?.city == .lagos)
        #expect(mode.lines(in: size)[0].text.contains("Lagos"))
        #expect(!mode.lines(in: size)[0].text.contains(Spinner.signs[0]))
    }
}
