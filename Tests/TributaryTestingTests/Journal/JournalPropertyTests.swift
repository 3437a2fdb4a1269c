// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryJournal
import TributaryTesting

import func TributaryTestSupport.amount

/// Random sends, crashes, and faults: no acknowledged action is lost or out of order, and nothing is
/// delivered before it is written.
@Suite("A journal over a log with faults", .timeLimit(.minutes(30)))
struct JournalPropertyTests {
    @Test func `loses nothing, whatever happens`() async throws {
        var lives = 0
        var failed = 0
        let count = amount(300, inDebug: 50)
        for seed in 1...UInt64(count) {
            let run = JournalRun(seed: seed)
            let outcome = try await run.violation()
            lives += outcome.lives
            failed += outcome.failures
            guard let text = outcome.violation else { continue }
            // The seeds are tried in order, so this is the smallest; and so few lives and actions show it.
            let shortest = try await run.shortest()
            Issue.record("\(text)\nThe smallest seed: \(shortest)")
            return
        }
        // Otherwise nothing was tried.
        #expect(lives > 2 * count)
        #expect(failed > count / 6)
    }

    @Test func `is the same each time for a seed`() async throws {
        for seed in [1, 17] as [UInt64] {
            let (first, second) = (
                try await JournalRun(seed: seed).violation(), try await JournalRun(seed: seed).violation()
            )
            #expect(first.trace == second.trace)
            #expect(!first.trace.isEmpty)
        }
    }

    @Test func `detects a log with false successes, and reports the smallest seed`() async throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var run = JournalRun(seed: seed)
            run.isLying = true
            guard let text = try await run.violation().violation else { continue }
            #expect(text.contains("was told"))
            let shortest = try await run.shortest()
            #expect(shortest.actions <= 3)
            return
        }
        Issue.record("A log that lies was not found out.")
    }
}

/// Some lives of a store over one log, all from a seed.
struct JournalRun: CustomStringConvertible {
    let seed: UInt64

    /// How many actions a life has, at most.
    var actions = 12
    var lives = 4

    /// Whether the log reports success for each commit.
    var isLying = false

    var description: String { "JournalRun(seed: \(seed), actions: \(actions), lives: \(lives))" }

    struct Outcome: Sendable {
        var violation: String?
        var lives = 0

        /// How many commits failed.
        var failures = 0
        var trace: [String] = []
    }

    /// Runs the lives, and checks the log after each.
    func violation() async throws -> Outcome {
        try await withEffects(in: .random(seed: seed)) { try await live() }
    }

    /// The same with as few actions and lives as show it.
    func shortest() async throws -> JournalRun {
        var best = self
        for actions in 1...actions {
            var run = self
            run.actions = actions
            guard try await run.violation().violation != nil else { continue }
            best = run
            break
        }
        for lives in 1...lives {
            var run = best
            run.lives = lives
            if try await run.violation().violation != nil { return run }
        }
        return best
    }

    private func live() async throws -> Outcome {
        var generator = SeededGenerator(seed: seed)
        let log = Mutex(MemoryLog(faults: .random(seed: seed)))
        var outcome = Outcome()
        var known: [Int] = []
        var next = 1
        for life in 1...lives {
            outcome.lives += 1
            let world = Counter.World()
            let present = log.withLock { $0 }
            let used: any ActionLog = isLying ? LyingLog(log: present) : present
            let journal = Journal(used, snapshots: .every(5), keep: .entries(for: .zero))
            let count = Int.random(in: 1...actions, using: &generator)
            let end = Int.random(in: 1...count, using: &generator)
            let isCrash = Bool.random(using: &generator)
            let told = Told()
            do {
                let store = try await journal.open("counter", initialState: Counter.State()) {
                    Counter(world: world)
                } dependencies: {
                    $0.diagnosticReporter = .silent
                }
                guard await store.state.numbers == known else {
                    outcome.violation = "Life \(life) does not begin where the last one ended."
                    return outcome
                }
                let first = next
                next += count
                await withTaskGroup(of: Void.self) { group in
                    for number in first..<(first + count) {
                        let task = await store.send(.add(number))
                        group.addTask {
                            do {
                                try await task.committed()
                                told.tell(number)
                            } catch {
                                told.fail(number)
                            }
                        }
                        if number - first + 1 == end, isCrash { log.withLock { $0 = present.restarted() } }
                        for _ in 0..<Int.random(in: 0...3, using: &generator) { await Task.yield() }
                    }
                }
            } catch let error as ActionLogError {
                // Storing the initial state may fail, too.
                outcome.trace.append("\(error)")
            }
            // The outputs while there was a store; later ones are too late for a process that has ended.
            let left = world.told
            if !isCrash { await journal.close() }
            log.withLock { $0 = $0.restarted() }
            let state = try await state(in: log.withLock { $0 }, world)
            outcome.failures += told.failed.count
            outcome.trace.append("\(told.told) \(told.failed) \(left) \(state)")
            if let text = violation(of: state, told.told, left, since: known) {
                outcome.violation = "Life \(life): \(text)"
                return outcome
            }
            known = state.numbers
            // The log continues without the faults that were used to inspect it.
        }
        return outcome
    }

    private func state(in log: MemoryLog, _ world: Counter.World) async throws -> Counter.State {
        let journal = Journal(log)
        guard try await journal.names.contains("counter") else { return Counter.State() }
        try await journal.verify("counter") { Counter(world: world) }
        return try await journal.replay("counter") { Counter(world: world) }
    }

    private func violation(of state: Counter.State, _ told: [Int], _ left: [Int], since known: [Int])
        -> String?
    {
        guard state.numbers.starts(with: known) else { return "\(known) was there, and \(state.numbers) is." }
        let new = state.numbers.dropFirst(known.count)
        if let first = new.first, Array(new) != Array(first..<(first + new.count)) {
            return "\(Array(new)) is not what was sent, in order."
        }
        if let lost = told.first(where: { !state.numbers.contains($0) }) {
            return "\(lost) was told to be written, and \(state.numbers) is there."
        }
        if let early = left.first(where: { !state.numbers.contains($0) }) {
            return "\(early) left the store, and \(state.numbers) is there."
        }
        return Set(left).count == left.count ? nil : "Something left twice: \(left)."
    }
}

/// The notifications of the store.
private final class Told: Sendable {
    private let state = Mutex<(told: [Int], failed: [Int])>(([], []))

    var told: [Int] { state.withLock { $0.told.sorted() } }
    var failed: [Int] { state.withLock { $0.failed.sorted() } }

    func tell(_ number: Int) { state.withLock { $0.told.append(number) } }

    func fail(_ number: Int) { state.withLock { $0.failed.append(number) } }
}

/// A log that reports success for each commit.
private struct LyingLog: ForwardingMailbox {
    let log: any Mailbox

    func append(_ commit: LogCommit) async throws { try? await log.append(commit) }
}
