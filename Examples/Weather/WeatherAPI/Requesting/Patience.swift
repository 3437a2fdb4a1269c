// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Waits for an operation, and runs a closure when it exceeds a time limit.
///
/// Only the clock decides whether the operation is late, not the order in which tasks run. An operation that
/// ends exactly at the limit was late. The closure returns before this function returns or throws.
///
/// - Parameters:
///   - limit: The time limit of the operation.
///   - clock: The clock for the limit.
///   - operation: The operation; cancelled when `whenLate` throws.
///   - whenLate: Called once when the time is over; if it throws, the error ends the wait.
/// - Returns: The result of the operation.
/// - Throws: The error of the operation or of `whenLate`.
package func withPatience<Value: Sendable>(
    for limit: Duration,
    clock: any Clock<Duration> & Sendable,
    operation: @escaping @Sendable () async throws -> Value,
    whenLate: () async throws -> Void
) async throws -> Value {
    let deadline = Deadline(after: limit, clock: clock)
    return try await withThrowingTaskGroup(of: Occurrence<Value>.self) { group in
        group.addTask {
            do { return .ended(.success(try await operation())) } catch { return .ended(.failure(error)) }
        }
        group.addTask {
            try? await deadline.wait()
            return .timeIsOver
        }
        defer { group.cancelAll() }
        var isLate = false
        for try await occurrence in group {
            if !isLate, deadline.isOver() {
                isLate = true
                try await whenLate()
            }
            if case .ended(let result) = occurrence { return try result.get() }
        }
        throw CancellationError()
    }
}

/// A point in time, on any clock.
private struct Deadline: Sendable {
    let isOver: @Sendable () -> Bool
    let wait: @Sendable () async throws -> Void

    init(after limit: Duration, clock: some Clock<Duration>) {
        let moment = clock.now.advanced(by: limit)
        isOver = { clock.now >= moment }
        wait = { try await clock.sleep(until: moment, tolerance: nil) }
    }
}

/// The events that can occur while a caller waits.
private enum Occurrence<Value: Sendable>: Sendable {
    case ended(Result<Value, any Error>)
    case timeIsOver
}
