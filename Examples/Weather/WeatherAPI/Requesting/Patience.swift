// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Waits for an operation, and does something as soon as it has taken longer than it should.
///
/// Whether it is late is decided by the clock alone, and not by who happens to run first: an operation that ends when
/// the time is over was late, and what is done then is done before this returns or throws.
///
/// - Parameters:
///   - limit: How long the operation may take.
///   - clock: The clock that counts.
///   - operation: What is waited for; cancelled when `whenLate` throws.
///   - whenLate: What is done when the time is over, once; an error ends the waiting with it.
/// - Returns: What the operation returned.
/// - Throws: What the operation or `whenLate` threw.
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

/// The moment when a time is over, on any clock.
private struct Deadline: Sendable {
    let isOver: @Sendable () -> Bool
    let wait: @Sendable () async throws -> Void

    init(after limit: Duration, clock: some Clock<Duration>) {
        let moment = clock.now.advanced(by: limit)
        isOver = { clock.now >= moment }
        wait = { try await clock.sleep(until: moment, tolerance: nil) }
    }
}

/// What may happen while a caller waits.
private enum Occurrence<Value: Sendable>: Sendable {
    case ended(Result<Value, any Error>)
    case timeIsOver
}
