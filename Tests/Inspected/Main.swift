// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryInspector
import TributaryJournal
import TributaryLog

/// A program to look at with the inspector, by hand and by the tests of the page.
///
/// `Inspected [--port N] [--token T] [--page FOLDER] [--actions N] [--ticking] [--limit N]
/// [--large ROWS] [--mounted NAME] [--journal FOLDER] [--ask JOURNAL]`; it ends with its standard input. A line there is sent to the shop as an action: `order`, `search TEXT`,
/// `tick N`, `logout`, `close`, `gap` (prints the processor time for which the main actor was kept at most, in milliseconds), or any action as JSON.
@main
struct Inspected {
    static func main() {
        Task { @MainActor in
            do { try await run() } catch {
                print(error)
                exit(1)
            }
            fflush(nil)
            exit(0)
        }
        // An asynchronous `main` gives the main actor other threads, one after the other, which share no processor time.
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    @MainActor
    private static func run() async throws {
        var configuration = InspectorConfiguration()
        configuration.port = number("--port").map { UInt16($0) } ?? 0
        configuration.token = text("--token")
        configuration.pageDirectory = text("--page")
        if let limit = number("--limit") { configuration.limits.actions = limit }

        if let folder = text("--journal") { try await keep(in: folder) }
        if let file = text("--ask") { return try await ask(file, configuration) }
        let shop = Store(initialState: Shop.State()) { Shop() }
        let room = StoreActor(initialState: [String]()) {
            Reduce<[String], String> { state, action in
                state.append(action)
                return .none
            }
        }
        let counter = Store(initialState: 0) {
            Reduce<Int, @Sendable (Int) -> Int> { state, action in
                state = action(state)
                return .none
            }
        }
        let inspector = try await Inspector.serve(shop, name: "Shop", configuration: configuration) { Shop() }
        try await inspector.add(room, name: "Room")
        try inspector.add(counter, name: "Closures")
        let large = number("--large").map { count in
            Store(initialState: Large.State(rows: Array(0..<count))) { Large() }
        }
        if let large {
            try inspector.add(large, name: "Large")
            large.send(.replace(row: 7, with: 70))
        }

        let offers = text("--mounted").map { name in
            shop.mount(named: name) { Reduce<Shop.State, Shop.Action> { _, _ in .none } }
        }
        shop.send(.account(.login(Shop.User(name: "Ada", password: "tell-nobody"))))
        shop.send(.search(.typed("bo")))
        shop.send(.search(.typed("book")))
        shop.send(contentsOf: [.article(id: 3, .favourite), .ordered(article: 3, count: 2)])
        await room.send("hello")
        counter.send { $0 + 1 }
        for _ in 0..<(number("--actions") ?? 0) { shop.send(.tick) }
        if CommandLine.arguments.contains("--ticking") {
            shop.run(name: "ticking") { store in
                while !Task.isCancelled {
                    try await Task.sleep(for: .seconds(1))
                    store.send(.tick)
                }
            }
        }
        let watch = Task { await watchMainActor() }
        for await line in lines() { perform(line, shop) }
        watch.cancel()
        withExtendedLifetime((inspector, room, counter, large, offers)) {}
    }

    /// Stores a shop in a journal, and exports it.
    @MainActor
    private static func keep(in folder: String) async throws {
        let journal = try Journal(at: folder + "/shop.sqlite")
        let shop = try await Store(journal: journal, id: "shop", initialState: Shop.State()) { Shop() }
        try await shop.send(.account(.login(Shop.User(name: "Ada", password: "tell-nobody")))).committed()
        for _ in 0..<(number("--actions") ?? 0) { shop.send(.tick) }
        try await shop.send(.ordered(article: 1, count: 4)).committed()
        try await journal.export("shop", to: folder + "/shop.tributary")
        shop.close()
        await journal.close()
    }

    /// Answers questions about a journal, or about an exported file.
    private static func ask(_ file: String, _ configuration: InspectorConfiguration) async throws {
        let journal: any ActionLog =
            file.hasSuffix(".sqlite") ? try SQLiteLog(reading: file) : try LogSession(contentsOf: file)
        let server = try await QuestionServer.serve(journal: journal, configuration: configuration) { Shop() }
        for await _ in lines() {}
        withExtendedLifetime(server) {}
    }

    /// The lines of the standard input, read on a thread of their own.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    /// The longest processor time for which the main actor did nothing else, in milliseconds, since `gap` was asked last.
    @MainActor private static var gap = 0.0

    @MainActor
    private static func watchMainActor() async {
        var last = processorTime()
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2))
            gap = max(gap, processorTime() - last)
            last = processorTime()
        }
    }

    /// The processor time of this thread, in milliseconds: on a busy machine, others take much of the time that passes.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    @MainActor
    private static func perform(_ line: String, _ shop: StoreOf<Shop>) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "order": shop.send(.ordered(article: 1, count: 1))
        case "search": shop.send(.search(.typed(words.count > 1 ? words[1] : "")))
        case "tick": for _ in 0..<(words.count > 1 ? Int(words[1]) ?? 1 : 1) { shop.send(.tick) }
        case "logout": shop.send(.account(.logout))
        case "close": shop.close()
        case "gap":
            InspectorConfiguration.printLine("gap \(gap)")
            gap = 0
        default:
            do {
                shop.send(try JSONDecoder().decode(Shop.Action.self, from: Data(line.utf8)))
            } catch {
                print("“\(line)” is no line that is understood: \(error)")
            }
        }
    }

    private static func text(_ name: String) -> String? {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
        return arguments[index + 1]
    }

    private static func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
