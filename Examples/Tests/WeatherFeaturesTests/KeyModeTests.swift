// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CitySearchFeature
import TerminalKit
import Testing
import Tributary
import TributaryTesting
import WeatherAPI
import WeatherAppFeature

@testable import WeatherTerminal

@MainActor
@Suite("The key mode", .timeLimit(.minutes(30)))
struct KeyModeTests {
    private let clock = ScriptClock()
    private let size = WindowSize(columns: 80, rows: 8)
    private let desk: WeatherDesk
    private let mode: KeyMode

    init() {
        let size = size
        desk = WeatherDesk(client: .made(clock: ImmediateClock()), clock: clock)
        let window = TerminalWindow(size: { size }, write: { _ in })
        mode = KeyMode(desk: desk, window: window, clock: SteppedClock())
        mode.resize(to: size)
    }

    private func press(_ keys: Key...) async {
        for key in keys { #expect(mode.press(key) == .handled) }
        clock.pass(CitySearch.pause)
        await desk.settle()
    }

    private var texts: [String] {
        mode.lines(in: size).map { line in
            String(line.text.reversed().drop { $0 == " " }.reversed())
        }
    }

    @Test("an alert is shown, and notifies the user if this is configured")
    func call() {
        var written: [String] = []
        let window = TerminalWindow(size: { size }, write: { written.append($0) }, attention: .osc777)
        let mode = KeyMode(desk: desk, window: window, clock: SteppedClock())
        mode.resize(to: size)
        desk.onAlert?(Alert(.warning, "A storm comes."))
        #expect(mode.lines(in: size).contains { $0.text.contains("A storm comes.") })
        #expect(written == ["\u{1B}]777;notify;Weather;A storm comes.\u{07}"])
    }

    @Test("typing searches, and the rows in view load")
    func typing() async {
        await press(.character("l"))
        #expect(texts[1] == "Search: l_  5 cities begin with “l”.")
        #expect(
            texts[2...4] == [
                "> London, United Kingdom           10 °C, clear, wind 5 km/h      ███████",
                "  Lodz, Poland                     20 °C, clear, wind 5 km/h      █████████▍",
                "  Lagos, Nigeria                   30 °C, clear, wind 5 km/h      ███████████▋",
            ]
        )
        #expect(desk.store.search.rows.map(\.weather).suffix(2) == [.unasked, .unasked])
        await press(.character("a"))
        #expect(texts[1] == "Search: la_  1 city begins with “la”.")
        await press(.escape)
        #expect(texts[1] == "Search: _  Nothing was found yet; search for a city.")
    }

    @Test("scrolling loads the rows that become visible")
    func scrolling() async {
        await press(.character("l"))
        await press(.down, .down, .down)
        #expect(texts[2].hasPrefix("  Lodz, Poland"))
        #expect(
            texts[4] == "> Lima, Peru                       40 °C, clear, wind 5 km/h      ██████████████"
        )
        #expect(desk.store.search.rows[id: 5]?.weather == .unasked)
        await press(.pageDown)
        #expect(
            texts[4] == "> Lyon, France                     50 °C, clear, wind 5 km/h      ██████████████"
        )
        await press(.pageUp, .pageUp)
        #expect(texts[2].hasPrefix("> London"))
    }

    @Test("enter opens the selected row, escape goes back to it")
    func opening() async {
        await press(.character("l"))
        await press(.down)
        await press(.enter)
        #expect(texts[0].hasPrefix(" Weather · Lodz, Poland"))
        #expect(texts[2] == "  Lodz, Poland")
        #expect(texts.last == "esc back · r reload · tab network · q quit · ? help")
        await press(.escape)
        #expect(texts[3].hasPrefix("> Lodz, Poland"))
    }

    @Test("an alert is shown until a key is pressed, and the same one again is another")
    func alerts() async {
        await press(.character("l"))
        await press(.enter)
        for _ in 1...3 { await press(.tab) }
        #expect(texts[0].hasSuffix("network: failing"))
        for number in 1...2 {
            await press(.character("r"))
            #expect(texts[texts.count - 2] == WeatherError.down.message + " (alert \(number))")
        }
        await press(.tab)
        #expect(texts[texts.count - 2].isEmpty)
    }

    @Test("ctrl-c quits everywhere, and q quits except during typing")
    func quitting() async {
        #expect(mode.press(.interrupt) == .quit)
        await press(.character("q"))
        #expect(desk.store.search.text == "q")
        await press(.escape, .character("l"))
        await press(.enter)
        #expect(mode.press(.character("q")) == .quit)
    }

    @Test("no keys, in no window, do any harm")
    func fuzz() async {
        let keys: [Key] = [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backspace,
            .delete,
            .character("l"), .character("é"), .character("r"),
        ]
        var numbers = SeededGenerator(seed: 3)
        for step in 1...400 {
            await press(keys[Int.random(in: keys.indices, using: &numbers)])
            let small = WindowSize(columns: step % 90, rows: step % 9)
            mode.resize(to: small)
            #expect(mode.lines(in: WindowSize(columns: step % 90, rows: max(4, step % 9))).count >= 4)
        }
    }
}
