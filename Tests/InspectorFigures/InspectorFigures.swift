// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AllocationCounter
import Foundation
import TributaryCore

#if !Bare
import TributaryInspector
#endif

/// Measures the cost of an inspector for a store; `Scripts/measure.sh inspector` builds and runs it.
///
///     InspectorFigures WAY            prints nanoseconds and allocations of a send, as the best of some rounds
///     InspectorFigures WAY --count N  sends this many actions, for a tool that counts instructions
///     InspectorFigures WAY --kept N   prints the bytes retained for this many actions
///
/// The ways are `none`, `ended`, `attached`, and `watched`, which prints an address and sends when a line comes. The same
/// file is built a second time without the inspector, with the way `none` alone.
@main
enum InspectorFigures {
    /// The smallest feature of an app.
    struct Counter: Reducer {
        struct State: Equatable {
            var count = 0
            var name = "counter"
        }

        enum Action: Equatable, Sendable { case add(Int) }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .add(let by): state.count += by
            }
            return .none
        }
    }

    static func main() {
        Task { @MainActor in
            do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
                print(error)
                exit(1)
            }
            fflush(nil)
            exit(0)
        }
        // An asynchronous `main` ends the main thread in a way in which valgrind ends, too.
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    @MainActor
    private static func run(_ arguments: [String]) async throws {
        let way = arguments.first ?? "none"
        let number = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
        let store = Store(initialState: Counter.State()) { Counter() }
        let inspector = try await inspect(store, way)
        switch arguments.dropFirst().first {
        case "--count": sendActions(store, number)
        case "--kept":
            sendActions(store, 1_000)
            let before = allocated_bytes()
            sendActions(store, number)
            print((Int(allocated_bytes()) - Int(before)) / number)
        default:
            if way == "watched" { await line() }
            await measure(store, isWatched: way == "watched")
        }
        withExtendedLifetime(inspector) {}
    }

    /// The code that a tool counts, without the threads of a server.
    @MainActor
    @inline(never)
    private static func sendActions(_ store: StoreOf<Counter>, _ count: Int) {
        for number in 0..<count { store.send(.add(number)) }
    }

    /// Measures rounds of a thousand actions, between which the main actor is free to answer a page.
    @MainActor
    private static func measure(_ store: StoreOf<Counter>, isWatched: Bool) async {
        sendActions(store, 20_000)
        let (start, began) = (processorTime(), ContinuousClock.now)
        var (rounds, sending, best) = (0, 0.0, Double.infinity)
        var allocated = 0.0
        while isWatched ? ContinuousClock.now - began < .seconds(5) : rounds < 2_000 {
            let (before, used) = (allocation_count(), processorTime())
            sendActions(store, 1_000)
            let time = processorTime() - used
            sending += time
            best = min(best, time)
            allocated += Double(allocation_count() - before)
            rounds += 1
            await Task.yield()
        }
        let whole = processorTime() - start
        print("nanoseconds", best * 1e6)
        print("allocations", isWatched ? -1 : allocated / Double(rounds) / 1_000)
        print("actions", rounds * 1_000)
        // The other work of the main thread, in milliseconds: in the way `watched`, it answered the page.
        print("otherwise", (whole - sending) * 1e3)
    }

    /// The processor time of this thread, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Waits for a line, read on a thread of its own.
    private static func line() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = readLine()
                continuation.resume()
            }
        }
    }

    #if Bare
    @MainActor
    private static func inspect(_ store: StoreOf<Counter>, _ way: String) async throws -> AnyObject? { nil }
    #else
    @MainActor
    private static func inspect(_ store: StoreOf<Counter>, _ way: String) async throws -> Inspector? {
        guard way != "none" else { return nil }
        let inspector = try await Inspector.serve(
            store,
            name: "Counter",
            configuration: InspectorConfiguration(
                print: {
                    if way == "watched" { InspectorConfiguration.printLine($0) }
                }
            )
        )
        if way == "ended" { await inspector.end() }
        return inspector
    }
    #endif
}
