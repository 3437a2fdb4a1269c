// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import TerminalKit
import Testing

@MainActor
@Suite("Key mode", .timeLimit(.minutes(30)))
struct KeyModeTests {
    @Test("carries out keys until one quits")
    func keys() async {
        let desk = RecordingDesk()
        let signal = await run(
            [.keys([.character("l"), .down]), .keys([.character("q"), .enter])],
            at: desk
        )
        #expect(signal == nil)
        #expect(desk.log == ["load", "quit"])
    }

    @Test("ends with a signal, or when the input has ended")
    func ends() async {
        #expect(await run([.resized, .signal(15), .keys([.character("l")])]) == 15)
        #expect(await run([.ended]) == nil)
        #expect(await run([]) == nil)
    }

    @Test("writes only the lines that an event changed, and all at the start")
    func draws() async {
        var written: [String] = []
        let events: [TerminalEvent] = [
            .keys([.character("l")]), .keys([.down]), .keys([.character("s")]), .keys([.character("A")]),
            .keys([.enter]), .keys([.up, .down]),
        ]
        await run(events, size: { WindowSize(columns: 60, rows: 7) }, write: { written.append($0) })
        #expect(written.count == 6)
        #expect(
            written.dropFirst().map(changedRows) == [[3, 4, 5], [3, 4], [5, 6, 7], [6], [1, 2, 5, 6, 7]]
        )
        #expect(written[4] == "\u{1B}[6;1H\u{1B}[1mYour name: A_\u{1B}[0m\u{1B}[K")
        #expect(changedRows(written[0]) == Array(1...7))
    }

    @Test("fits every window, however small", arguments: [(1, 1), (2, 3), (5, 4), (200, 60)])
    func anySize(columns: Int, rows: Int) async {
        var written: [String] = []
        let keys: [Key] = [.character("l"), .down, .enter, .character("s"), .character("漢"), .enter]
        await run(
            keys.map { .keys([$0]) },
            size: { WindowSize(columns: columns, rows: rows) },
            write: { written.append($0) }
        )
        #expect(changedRows(written[0]) == Array(1...rows))
        #expect(written.flatMap(changedRows).allSatisfy { 1...rows ~= $0 })
    }

    /// The rows that some escape sequences write to, in order.
    private func changedRows(_ text: String) -> [Int] {
        text.matches(of: /\u{1B}\[(\d+);1H/).compactMap { Int($0.output.1) }
    }

    @discardableResult
    private func run(
        _ events: [TerminalEvent],
        at desk: RecordingDesk = RecordingDesk(),
        size: @escaping @MainActor () -> WindowSize = { WindowSize(columns: 80, rows: 24) },
        write: @escaping @MainActor (String) -> Void = { _ in }
    ) async -> Int32? {
        let stream = AsyncStream { continuation in
            for event in events { continuation.yield(event) }
            continuation.finish()
        }
        return await KeyMode(desk: desk, window: TerminalWindow(size: size, write: write)).run(stream)
    }
}
