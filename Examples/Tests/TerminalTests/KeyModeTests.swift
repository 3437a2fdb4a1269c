// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import TerminalKit
import Testing

@MainActor
@Suite("Key mode")
struct KeyModeTests {
    @Test("carries out keys until one quits")
    func keys() async {
        let desk = RecordingDesk()
        let signal = await run(
            [.keys([.character("l"), .down]), .keys([.character("q"), .enter])],
            at: desk
        )
        #expect(signal == nil)
        #expect(desk.log == ["load"])
    }

    @Test("ends with the signal that asks it to, or when nobody is there any more")
    func ends() async {
        #expect(await run([.resized, .signal(15), .keys([.character("l")])]) == 15)
        #expect(await run([.ended]) == nil)
        #expect(await run([]) == nil)
    }

    @Test("draws once at the start and after every event")
    func draws() async {
        var frames: [Frame] = []
        let events: [TerminalEvent] = [.keys([.character("s")]), .keys([.character("A")]), .resized]
        await run(events, draw: { frames.append($0) })
        #expect(frames.count == 4)
        #expect(frames.last?.lines[22].text.hasPrefix("Your name: A_") == true)
    }

    @discardableResult
    private func run(
        _ events: [TerminalEvent],
        at desk: RecordingDesk = RecordingDesk(),
        draw: @escaping @MainActor (Frame) -> Void = { _ in }
    ) async -> Int32? {
        let stream = AsyncStream { continuation in
            for event in events { continuation.yield(event) }
            continuation.finish()
        }
        return await KeyMode(desk: desk, size: { WindowSize(columns: 80, rows: 24) }, draw: draw).run(stream)
    }
}
