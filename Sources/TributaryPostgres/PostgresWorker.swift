// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Dispatch
import Synchronization
import TributaryLog

/// A connection with the thread that uses it, and waits for its server.
final class PostgresWorker: Sendable {
    let queue: DispatchQueue
    /// Wakes the thread, if it waits.
    let call = DispatchSemaphore(value: 0)
    private let engine: Mutex<PostgresEngine>

    init(_ configuration: PostgresConfiguration, name: String, isAsynchronous: Bool = false) {
        queue = DispatchQueue(label: "Tributary.PostgresLog.\(name)")
        engine = Mutex(PostgresEngine(configuration, isAsynchronous: isAsynchronous))
    }

    /// Writes commits; called on the queue.
    func append(
        _ commits: [PostgresAppend],
        until deadline: ContinuousClock.Instant
    ) -> [Result<Void, ActionLogError>] {
        engine.withLock { $0.append(commits, until: deadline) }
    }

    /// Answers questions of one kind; called on the queue.
    func answer(
        _ questions: [PostgresQuestion],
        until deadline: ContinuousClock.Instant
    ) -> Result<[[PostgresRow]], ActionLogError> {
        engine.withLock { engine in
            Result { () throws(ActionLogError) in try engine.answer(questions, until: deadline) }
        }
    }

    /// Carries statements out; called on the queue.
    func run(
        _ statements: [PostgresStatement],
        until deadline: ContinuousClock.Instant
    ) -> Result<[[PostgresRow]], ActionLogError> {
        engine.withLock { engine in
            Result { () throws(ActionLogError) in try engine.perform(statements, until: deadline) }
        }
    }

    /// Waits until the thread is called, or a time is over; called on the queue.
    ///
    /// - Returns: Whether it was called.
    func waits(for time: Duration) -> Bool {
        let (seconds, attoseconds) = time.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        return call.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
    }

    func perform<Result: Sendable>(
        until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (PostgresEngine, ContinuousClock.Instant) throws(ActionLogError) -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Swift.Result { try self.engine.withLock { engine in try body(engine, deadline) } }
                )
            }
        }
    }

    /// Closes the connection, after the current work of the queue.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.engine.withLock { $0.close() }
                continuation.resume()
            }
        }
    }
}
#endif
