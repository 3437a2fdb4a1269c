// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Dispatch
import Synchronization
import TributaryLog

/// Changes and reads messages over a connection whose commits do not wait for disks.
///
/// Waiting changes of all callers go to the server together, in one transaction.
final class PostgresMail: Sendable {
    private enum Work: Sendable {
        case change([MailboxChange], isDurable: Bool, CheckedContinuation<Void, any Error>)
        case wake(Set<String>)
        case ask([PostgresStatement], CheckedContinuation<[[PostgresRow]], any Error>)
    }

    private struct State {
        var works: [(work: Work, deadline: ContinuousClock.Instant)] = []
        var isBusy = false
        var isClosed = false
        var listener: PostgresListener?
    }

    private let configuration: PostgresConfiguration
    private let worker: PostgresWorker
    private let state = Mutex(State())

    /// How many changes are made in one transaction at most.
    private static let batch = 1_024

    init(_ configuration: PostgresConfiguration) {
        self.configuration = configuration
        worker = PostgresWorker(configuration, name: "mail", isAsynchronous: true)
    }

    func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        try await withCheckedThrowingContinuation { add(.change(changes, isDurable: isDurable, $0)) }
    }

    /// Wakes nodes soon.
    func wake(_ nodes: Set<String>) { add(.wake(nodes)) }

    func ask(_ statements: [PostgresStatement]) async throws -> [[PostgresRow]] {
        try await withCheckedThrowingContinuation { add(.ask(statements, $0)) }
    }

    func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        let rows = try await ask(PostgresStatement.receive(at: node, without: taken, limit: limit))
        let answers = rows[2].sorted { $0[0].integer < $1[0].integer }.map { row in
            let sender = MailboxMessage.Sender(node: node, request: row[1].integer)
            return MailboxAnswer(to: sender, contents: row[2].bytes ?? [])
        }
        let due = rows[1].first?.first.flatMap { $0.bytes == nil ? nil : Duration.milliseconds($0.integer) }
        return MailboxDelivery(
            messages: rows[0].map(MailboxMessage.init(_:)),
            answers: answers,
            nextDue: due.map { max($0, .milliseconds(1)) }
        )
    }

    func wakeups(at node: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener = state.withLock { state -> PostgresListener? in
            guard !state.isClosed else { return nil }
            if state.listener == nil { state.listener = PostgresListener(configuration) }
            return state.listener
        }
        guard let listener else {
            continuation.finish()
            return stream
        }
        listener.add(continuation, at: node)
        return stream
    }

    func close() async {
        let (works, listener) = state.withLock { state in
            state.isClosed = true
            defer { (state.works, state.listener) = ([], nil) }
            return (state.works, state.listener)
        }
        for (work, _) in works { refuse(work) }
        listener?.close()
        await worker.close()
    }

    // MARK: - Working

    private func add(_ work: Work) {
        let deadline = ContinuousClock.now + configuration.deadline
        let isFirst: Bool? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.works.append((work, deadline))
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard let isFirst else { return refuse(work) }
        if isFirst { worker.queue.async { self.workAll() } }
    }

    private func refuse(_ work: Work) {
        let error = ActionLogError.closed(place: configuration.place)
        switch work {
        case .change(_, _, let continuation): continuation.resume(throwing: error)
        case .ask(_, let continuation): continuation.resume(throwing: error)
        case .wake: break
        }
    }

    private func workAll() {
        while true {
            let works = state.withLock { state in
                let works = Array(state.works.prefix(Self.batch))
                state.works.removeFirst(works.count)
                state.isBusy = !works.isEmpty
                return works
            }
            guard let first = works.first else { return }
            change(works.map(\.work), isDurable: false, until: first.deadline)
            for (work, deadline) in works {
                guard case .ask(let statements, let continuation) = work else { continue }
                continuation.resume(with: worker.run(statements, until: deadline).mapError { $0 })
            }
            // Last, because they wait for a disk.
            change(works.map(\.work), isDurable: true, until: first.deadline)
        }
    }

    private func change(_ works: [Work], isDurable wanted: Bool, until deadline: ContinuousClock.Instant) {
        var changes: [MailboxChange] = []
        var continuations: [CheckedContinuation<Void, any Error>] = []
        var woken: Set<String> = []
        for work in works {
            switch work {
            case .change(let more, let isDurable, let continuation) where isDurable == wanted:
                changes += more
                continuations.append(continuation)
            case .wake(let nodes) where !wanted: woken.formUnion(nodes)
            case .change, .wake, .ask: break
            }
        }
        guard !changes.isEmpty || !woken.isEmpty || !continuations.isEmpty else { return }
        var statements = PostgresStatement.changes(changes, isDurable: wanted)
        statements.insert(contentsOf: PostgresStatement.wake(woken), at: statements.count - 1)
        let result = worker.run(statements, until: deadline).map { _ in () }.mapError { $0 as any Error }
        for continuation in continuations { continuation.resume(with: result) }
    }
}
#endif
