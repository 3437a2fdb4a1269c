// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsAppFeature
import StandupsList
import StandupsModel
import StandupsRecord
import StandupsSpeech
import StandupsStorage
import TerminalKit
import Testing
import Tributary
import TributaryTesting

@testable import Standups

@MainActor
@Suite("Keys", .timeLimit(.minutes(30)))
struct KeyModeTests {
    private let shelf = Shelf([.search, .export])

    /// An app that has read the stored standups.
    private func desk() async -> Desk {
        let desk = Desk(
            keeper: shelf.keeper,
            speech: ScriptedSpeech(permission: .granted),
            clock: SteppedClock(),
            reporter: DiagnosticReporter { Issue.record("\($0)") }
        )
        await desk.settle()
        return desk
    }

    /// Presses keys one after the other, as the program does.
    private func press(_ keys: [Key], _ cursor: inout Cursor, _ desk: Desk) {
        for key in keys {
            guard let command = cursor.press(key, on: desk.scene) else { continue }
            _ = desk.perform(command)
        }
    }

    private func screen(_ cursor: Cursor, _ desk: Desk, columns: Int = 80, rows: Int = 24) -> [String] {
        SceneView.draw(
            SceneView(scene: desk.scene, cursor: cursor),
            in: WindowSize(columns: columns, rows: rows)
        )
        .map(\.text)
    }

    private func keys(_ text: String) -> [Key] { text.map { .character($0) } }

    @Test("fill in a form, and save it")
    func form() async {
        let desk = await desk()
        var cursor = Cursor()
        press(keys("a") + [.enter] + keys("Daily") + [.enter], &cursor, desk)
        press([.down, .down, .enter] + keys("Eve") + [.enter], &cursor, desk)
        #expect(screen(cursor, desk).contains { $0.contains("Attendee 1: Eve") })
        press([.down, .enter] + keys("nobody") + [.escape], &cursor, desk)
        press([.down, .enter], &cursor, desk)
        #expect(desk.store.list.standups.last?.title == "Daily")
        #expect(desk.store.list.standups.last?.attendees.map(\.name) == ["Eve"])
        await desk.close()
        #expect(shelf.standups.count == 3)
    }

    @Test("hold a meeting and answer its question")
    func meeting() async {
        let desk = await desk()
        var cursor = Cursor()
        press([.enter, .enter], &cursor, desk)
        #expect(screen(cursor, desk).contains { $0.contains("> Ada (0:20)") })
        press(keys("n") + [.escape], &cursor, desk)
        #expect(screen(cursor, desk).first == " End the meeting?")
        press([.down, .up, .enter], &cursor, desk)
        #expect(desk.store.list.standups[0].meetings.count == 2)
        #expect(cursor.press(.interrupt, on: desk.scene) == .quit)
        await desk.close()
    }

    @Test("are not needed for the notification that the time of a meeting is over, once")
    func call() async throws {
        let desk = await desk()
        _ = desk.perform(.open(1))
        _ = desk.perform(.record)
        await desk.settle()
        var written = ""
        let (events, event) = AsyncStream.makeStream(of: TerminalEvent.self)
        let window = TerminalWindow(
            size: { WindowSize(columns: 40, rows: 10) },
            write: { written += $0 },
            attention: .osc9
        )
        let running = Task { await KeyMode(desk).run(events, window: window) }
        while written.isEmpty { await Task.yield() }
        let page = try #require(desk.store.path.ids.last)
        let meeting = try #require(desk.store.path[id: page]?[case: \.record])
        for _ in 1..<meeting.secondsLeft {
            desk.store.send(.path(.element(id: page, action: .record(.tick))))
        }
        #expect(!written.contains("\u{1B}]9;"))
        desk.store.send(.path(.element(id: page, action: .record(.tick))))
        let call = "\u{1B}]9;Standups: The time of “\(meeting.standup.title)” is up.\u{07}"
        #expect(written.ranges(of: call).count == 1)
        event.yield(.signal(15))
        #expect(await running.value == 15)
        await desk.close()
    }

    @Test(
        "do something sensible in any window",
        arguments: [(80, 24), (20, 10), (20, 3), (10, 5), (3, 3), (1, 1), (200, 60)]
    )
    func windows(columns: Int, rows: Int) async {
        let desk = await desk()
        var cursor = Cursor()
        var generator = SeededGenerator(seed: UInt64(columns))
        let all: [Key] =
            [.up, .down, .left, .right, .enter, .enter, .escape, .tab, .pageDown] + keys("123aerdnb k")
        for _ in 0..<300 {
            let lines = screen(cursor, desk, columns: columns, rows: rows)
            #expect(lines.count == max(3, rows))
            press([all.randomElement(using: &generator) ?? .up], &cursor, desk)
        }
        await desk.close()
    }

    @Test("are drawn, with all of a long text in 20 columns, until a signal during a meeting")
    func drawn() async {
        let desk = await desk()
        var written = ""
        let (events, event) = AsyncStream.makeStream(of: TerminalEvent.self)
        event.yield(.keys([.enter, .enter]))
        event.yield(.signal(15))
        let signal = await KeyMode(desk).run(
            events,
            window: TerminalWindow(size: { WindowSize(columns: 20, rows: 10) }, write: { written += $0 })
        )
        #expect(signal == 15)
        #expect(written.contains("Standups") && written.contains("> Ada (0:20)"))
        await desk.close()
        #expect(desk.store.path.count == 1)
    }
}
