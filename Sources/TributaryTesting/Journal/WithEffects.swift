// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// Runs a closure, with the effects of the stores and the writing of the journals that it makes, in an order that is the
/// same each time.
///
/// ```swift
/// try await withEffects(in: .random(seed: 7)) {
///     let journal = Journal(MemoryLog(faults: .random(seed: 7)))
///     let shop = try await journal.open("shop", initialState: Shop.State()) { Shop() }
///     try await shop.send(.ordered).committed()
/// }
/// ```
/// Everything takes turns on one thread. Within `explore` the exploration chooses the order. A `TestStore` runs its own
/// effects, and needs none of this. Diagnostics of the library fail the test, unless a store is given another reporter.
///
/// - Parameters:
///   - order: The order in which ready tasks continue.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
///   - operation: The closure; its child tasks take part, and tasks that it creates by `Task` do not.
/// - Returns: The closure's result.
/// - Throws: Any error that the closure throws.
public nonisolated(nonsending) func withEffects<Result: Sendable>(
    in order: EffectOrder = .firstReady,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let bench = TestBench(order: order, site: site)
    let scheduler = bench.scheduler
    let slot = scheduler.makeSlot(
        ReadyEffect(number: 1, name: "the operation", site: nil, isSending: false)
    )
    let hasEnded = Flag()
    let task = bench.hosting {
        Task(executorPreference: slot) {
            defer {
                hasEnded.isSet.store(true, ordering: .releasing)
                scheduler.resumeArrivals()
            }
            return try await operation()
        }
    }
    let isOver = { hasEnded.isSet.load(ordering: .acquiring) }
    while !isOver() {
        await scheduler.settle(.arriving, until: isOver)
        if !isOver() { await scheduler.arrival() }
    }
    // The rest, such as the ends of effects, has no time limit.
    await scheduler.settle(.arriving)
    scheduler.release()
    defer { withExtendedLifetime(bench) {} }
    return try await task.value
}

private final class Flag: Sendable {
    let isSet = Atomic(false)
}
