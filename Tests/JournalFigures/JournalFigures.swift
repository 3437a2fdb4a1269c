// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryJournal
import TributaryLog

/// Measures the cost of a journal, as ratios within one run; `Scripts/measure.sh journal` builds and runs it.
@main
struct JournalFigures {
    let folder: URL

    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tributary-figures-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let figures = JournalFigures(folder: folder)
        let asked = CommandLine.arguments.dropFirst()
        func isAsked(_ name: String) -> Bool { asked.isEmpty || asked.contains(name) }
        if isAsked("commits") { try await figures.groupCommit() }
        if isAsked("replay") {
            try await figures.replay(entriesPerCommit: 1)
            try await figures.replay(entriesPerCommit: 100)
            let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            try await figures.replay(entriesPerCommit: 1, in: ["traceparent": parent])
            try await figures.replay(entriesPerCommit: 100, in: ["traceparent": parent])
        }
        if isAsked("send") { try await figures.send() }
        if isAsked("coding") { try figures.coding() }
    }

    private func open(_ name: String) throws -> Journal {
        try Journal(at: folder.appending(path: name).path, snapshots: .never)
    }

    /// Commits a second of one store, and of a thousand.
    private func groupCommit() async throws {
        let journal = try open("commits.sqlite")
        func perSecond(stores: Int, commits: Int) async throws -> Double {
            var opened: [StoreActor<Orders.State, Orders.Action>] = []
            for index in 0..<stores {
                opened.append(
                    try await journal.open("\(stores) \(index)", initialState: Orders.State()) { Orders() }
                )
            }
            let start = ContinuousClock.now
            try await withThrowingTaskGroup { group in
                for store in opened {
                    group.addTask {
                        for index in 0..<commits { try await store.send(.example(index)).committed() }
                    }
                }
                try await group.waitForAll()
            }
            return Double(stores * commits) / (ContinuousClock.now - start).seconds
        }
        let one = try await perSecond(stores: 1, commits: 400)
        let thousand = try await perSecond(stores: 1_000, commits: 40)
        await journal.close()
        report("commits a second of one store", one)
        report("commits a second of 1,000 stores", thousand)
        report("  times those of one (at least 50)", thousand / one)
    }

    /// Actions a second of the processor's time.
    private func replay(entriesPerCommit count: Int, in context: [String: String]? = nil) async throws {
        let total = count == 1 ? 100_000 : 400_000
        let log = ListLog()
        let coding = CommitCoding<Orders.Action>()
        for first in stride(from: 1, through: total, by: count) {
            let entries = (first..<(first + count)).map { index -> JournalEntry<Orders.Action> in
                var entry = JournalEntry(
                    action: Orders.Action.example(index),
                    time: LogTime(milliseconds: index),
                    cause: nil
                )
                entry.context = context
                return entry
            }
            let commit = LogCommit(
                name: "orders",
                sequence: first,
                count: count,
                time: LogTime(milliseconds: first),
                contents: try coding.encode(entries)
            )
            log.add(commit)
        }
        log.start = LogSnapshot(
            name: "orders",
            sequence: 0,
            time: LogTime(milliseconds: 0),
            fingerprint: "initial",
            contents: Array(try JSONEncoder().encode(Orders.State()))
        )
        let journal = Journal(log)
        let (time, processor) = (ContinuousClock.now, processorTime(CLOCK_PROCESS_CPUTIME_ID))
        let state = try await journal.replay("orders") { Orders() }
        let spent = processorTime(CLOCK_PROCESS_CPUTIME_ID) - processor
        precondition(state.count == total)
        let rate = Double(total) / spent
        let kind = context == nil ? "" : " with a context"
        report("replayed actions\(kind) a second of CPU, \(count) a commit (at least 150,000)", rate)
        report("  in a second of time", Double(total) / (ContinuousClock.now - time).seconds)
    }

    /// Nanoseconds that the store's thread spends on a send, in rounds after which everything is written.
    @MainActor
    private func send() async throws {
        let (rounds, count) = (200, 1_000)
        let clock = CLOCK_THREAD_CPUTIME_ID
        let plain = Store(initialState: Orders.State()) { Orders() }
        let journal = Journal(ListLog(keeps: false), snapshots: .never)
        let kept = try await Store(journal: journal, id: "orders", initialState: Orders.State()) { Orders() }
        var (without, with, ends) = ([Double](), [Double](), [Double]())
        for _ in 0..<rounds {
            var start = processorTime(clock)
            for index in 0..<count { plain.send(.example(index)) }
            without.append((processorTime(clock) - start) * 1e9 / Double(count))
            start = processorTime(clock)
            for index in 0..<count { kept.send(.example(index)) }
            with.append((processorTime(clock) - start) * 1e9 / Double(count))
            // The store is notified of its commits on its own thread, too.
            start = processorTime(clock)
            await kept.finish()
            ends.append((processorTime(clock) - start) * 1e9 / Double(count))
        }
        await journal.close()
        report("nanoseconds of a send without a journal", without.median)
        report("nanoseconds of a send with one, on the store's thread", with.median)
        report("  more than without (at most 300)", with.median - without.median)
        report("  and to be told of its commit", ends.median)
    }

    /// The gain from a generated coder: JSON compared with hand-written bytes of the same entries.
    private func coding() throws {
        let (json, bytes) = (CommitCoding<Orders.Action>(), OrderBytes())
        for size in [1, 100] {
            let entries = (0..<size).map {
                JournalEntry(
                    action: Orders.Action.example($0),
                    time: LogTime(milliseconds: 1_750_000_000_000 + $0),
                    cause: nil
                )
            }
            func commit(_ contents: [UInt8]) -> LogCommit {
                LogCommit(
                    name: "orders",
                    sequence: 1,
                    count: size,
                    time: LogTime(milliseconds: 0),
                    contents: contents
                )
            }
            let (text, packed) = (commit(try json.encode(entries)), commit(bytes.encode(entries)))
            precondition(bytes.decode(packed).map(\.action) == entries.map(\.action))
            let name = "an action, \(size) a commit"
            report("bytes of \(name), JSON", Double(text.contents.count) / Double(size))
            report("bytes of \(name), by hand", Double(packed.contents.count) / Double(size))
            report(
                "nanoseconds to write \(name), JSON",
                try nanoseconds(size) { _ = try json.encode(entries) }
            )
            report("nanoseconds to write \(name), by hand", nanoseconds(size) { _ = bytes.encode(entries) })
            report("nanoseconds to read \(name), JSON", try nanoseconds(size) { _ = try json.decode([text]) })
            report("nanoseconds to read \(name), by hand", nanoseconds(size) { _ = bytes.decode(packed) })
        }
    }

    /// Of the processor, for each of some actions: the median of short rounds.
    private func nanoseconds(_ size: Int, _ body: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<200 {
            let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
            for _ in 0..<(1_000 / size) { try body() }
            times.append((processorTime(CLOCK_THREAD_CPUTIME_ID) - start) * 1e9 / Double(1_000 / size * size))
        }
        return times.median
    }

    private func report(_ what: String, _ value: Double) {
        let text = value >= 1_000 ? "\(Int(value))" : String(format: "%.1f", value)
        print("\(what): \(text)")
        // Visible at once if the output is a file.
        fflush(nil)
    }
}

private func processorTime(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension [Double] {
    fileprivate var median: Double { sorted()[count / 2] }
}
