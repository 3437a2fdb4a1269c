// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing
import Tributary

@MainActor
@Suite("Components in a terminal", .timeLimit(.minutes(30)))
struct TerminalProgramTests {
    struct Counter: Reducer {
        struct State: Equatable {
            var count = 0
            var name = "Ada"
        }

        enum Action { case add, rename(String) }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .add: state.count += 1
                case .rename(let name): state.name = name
                }
            }
        }
    }

    /// A window that records its output.
    @MainActor
    final class Window {
        var size = WindowSize(columns: 20, rows: 5)
        var written: [String] = []

        func program(_ regions: any TerminalRegion...) -> TerminalProgram {
            TerminalProgram(regions, size: { self.size }, write: { self.written.append($0) })
        }
    }

    private let store = Store(initialState: Counter.State()) { Counter() }
    private let window = Window()

    @Test("draw the state of a store, and for a change only the changed lines")
    func drawing() async {
        let head = TerminalComponent<String>(height: .rows(1)) { name, _ in [StyledLine(name, .bold)] }
        let body = TerminalComponent<Int> { count, size in
            [StyledLine("count: \(count)"), StyledLine("rows: \(size.rows)")]
        }
        let tokens = [
            head.connect(to: store, state: \.name),
            body.connect(to: store, state: \.count, props: { $0 }),
        ]
        await run(window.program(head, body), [.keys([.character("+")]), .keys([.character("?")])]) { key in
            if key == .character("+") { store.send(.add) }
            return .handled
        }
        #expect(
            window.written == [
                "\u{1B}[1;1H\u{1B}[1mAda\u{1B}[0m\u{1B}[K\u{1B}[2;1Hcount: 0\u{1B}[K\u{1B}[3;1Hrows: 4\u{1B}[K"
                    + "\u{1B}[4;1H\u{1B}[K\u{1B}[5;1H\u{1B}[K",
                "\u{1B}[2;1Hcount: 1\u{1B}[K",
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test("are seen together when one key changes several")
    func together() async {
        let components = (0..<2).map { _ in
            TerminalComponent<Counter.State>(height: .fitting) { state, _ in [StyledLine("\(state)")] }
        }
        let tokens = components.map { $0.connect(to: store, state: \.self) }
        await run(window.program(components[0], components[1]), [.keys([.enter, .enter, .enter])]) { _ in
            store.send(.add)
            store.send(.rename("Zoë"))
            return .handled
        }
        #expect(window.written.count == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test("draw only when their props or their room have changed")
    func caching() async {
        var draws = 0
        let component = TerminalComponent<Int> { count, _ in
            draws += 1
            return [StyledLine("\(count)")]
        }
        let token = component.connect(to: store, state: \.count, props: { $0 })
        await run(
            window.program(component),
            [.keys([.character("n")]), .resized, .keys([.character("+")]), .keys([.refresh])]
        ) { key in
            store.send(key == .character("+") ? .add : .rename("Eve"))
            return .handled
        }
        #expect(draws == 2)
        withExtendedLifetime(token) {}
    }

    @Test("are redrawn after a resize, in the new size")
    func resizing() async {
        let component = TerminalComponent<Int> { count, size in
            [StyledLine("\(count) in \(size.columns)x\(size.rows)")]
        }
        let token = component.connect(to: store, state: \.count, props: { $0 })
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        var sizes: [WindowSize] = []
        continuation.yield(.keys([.enter]))
        continuation.yield(.resized)
        continuation.finish()
        _ = await window.program(component).run(events, onResize: { sizes.append($0) }) { _ in
            window.size = WindowSize(columns: 8, rows: 1)
            return .handled
        }
        #expect(sizes == [WindowSize(columns: 20, rows: 5), WindowSize(columns: 8, rows: 1)])
        #expect(window.written.last == "\u{1B}[1;1H0 in 8x1")
        withExtendedLifetime(token) {}
    }

    @Test("redraw everything at the person's request")
    func refreshing() async {
        let component = TerminalComponent<Int>(props: 7) { count, _ in [StyledLine("\(count)")] }
        var keys: [Key] = []
        await run(window.program(component), [.keys([.enter]), .keys([.refresh])]) { key in
            keys.append(key)
            return .handled
        }
        #expect(window.written.count == 2)
        #expect(window.written[0] == window.written[1])
        #expect(keys == [.enter])
    }

    @Test("end with the key that quits, a signal, or the end of the events, and draw nothing afterwards")
    func ending() async {
        let component = TerminalComponent<Int> { count, _ in [StyledLine("\(count)")] }
        let token = component.connect(to: store, state: \.count, props: { $0 })
        var keys: [Key] = []
        let program = window.program(component)
        let quit = await run(program, [.keys([.enter, .escape, .enter]), .signal(2)]) { key in
            keys.append(key)
            return key == .escape ? .quit : .handled
        }
        #expect(quit == nil)
        #expect(keys == [.enter, .escape])
        #expect(await run(program, [.signal(15), .ended]) == 15)
        #expect(await run(program, [.ended, .signal(15)]) == nil)
        #expect(await run(program, []) == nil)
        let count = window.written.count
        store.send(.add)
        #expect(window.written.count == count)
        withExtendedLifetime(token) {}
    }

    @Test("take parts of their props from several stores")
    func parts() async {
        struct Props: Equatable { var name = "", count = 0 }
        let other = Store(initialState: Counter.State(count: 40)) { Counter() }
        let component = TerminalComponent(props: Props()) { props, _ in
            [StyledLine("\(props.name) \(props.count)")]
        }
        let tokens = [
            component.part(\.name).connect(to: store, state: \.name),
            component.part(\.count).connect(to: other, state: \.count),
        ]
        #expect(component.props == Props(name: "Ada", count: 40))
        other.send(.add)
        store.send(.rename("Zoë"))
        #expect(component.props == Props(name: "Zoë", count: 41))
        withExtendedLifetime(tokens) {}
    }

    @Test(
        "share the window: those of a fixed height first, then the others",
        arguments: [
            ([.rows(1), .rest, .fitting], 8, [1, 4, 3]), ([.rest, .rest], 5, [3, 2]),
            ([.rows(1), .rest], 1, [1]),
            ([.fitting], 2, [2]), ([.rows(2), .rest, .rows(1)], 4, [2, 1, 1]),
        ] as [([TerminalHeight], Int, [Int])]
    )
    func layout(heights: [TerminalHeight], rows: Int, expected: [Int]) async {
        let components = heights.enumerated().map { index, height in
            TerminalComponent<Int>(height: height, props: index) { index, size in
                // A fitting one takes three lines, the others fill their room.
                (0..<(height == .fitting ? 3 : size.rows)).map { _ in StyledLine("#\(index)#") }
            }
        }
        window.size.rows = rows
        await run(
            TerminalProgram(components, size: { window.size }, write: { window.written.append($0) }),
            []
        )
        let counts = heights.indices.map {
            window.written.joined().split(separator: "#\($0)#", omittingEmptySubsequences: false).count - 1
        }
        #expect(counts.filter { $0 > 0 } == expected)
    }

    @discardableResult
    private func run(
        _ program: TerminalProgram,
        _ events: [TerminalEvent],
        onKey: @MainActor (Key) -> KeyAnswer = { _ in .handled }
    ) async -> Int32? {
        let stream = AsyncStream { continuation in
            for event in events { continuation.yield(event) }
            continuation.finish()
        }
        return await program.run(stream, onKey: onKey)
    }
}
