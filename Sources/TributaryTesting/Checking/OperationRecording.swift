// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// Runs the jobs of an operation that is recorded, on the thread that drains it.
///
/// Unchecked Sendable: the jobs are behind a lock.
final class InlineExecutor: TaskExecutor, SerialExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func drain() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }
}

/// The actor to which recorded operations deliver their actions.
actor InlineHome {
    nonisolated let executor = InlineExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated func drain() { executor.drain() }
}

/// How many actions an operation may send without a question.
private let sendingLimit = 1_000

/// One run of an operation alone: records its actions and questions, up to the first question without an answer.
final class OperationRecording: EffectChannel, QuestionRecorder {
    private struct State {
        var steps: [ScriptPoint.Step] = []
        var asked = 0
        var hasEnded = false
        var isStopped = false
        var isClosed = false
        var question: CheckedContinuation<Void, any Error>?
        var stepsAfterEnd = 0
    }

    // The steps hold questions and actions of one task, which only the thread that drains it sees.
    private nonisolated(unsafe) var state = State()
    private nonisolated(unsafe) let answers: [AnyHashable]
    private let home: InlineHome

    /// The task of the operation.
    nonisolated(unsafe) var task: Task<Void, Never>?

    /// The number of an action of the whole state that an action of the operation becomes; `nil` if it is dropped on the
    /// way.
    nonisolated(unsafe) var embed: (EffectOperation) -> Int? = { _ in nil }

    /// - Parameters:
    ///   - answers: The answers to give.
    ///   - home: Where actions are delivered.
    init(_ answers: [AnyHashable], _ home: InlineHome) {
        self.answers = answers
        self.home = home
    }

    var executor: InlineExecutor { home.executor }

    /// Whether the operation runs somewhere else, or waits for something outside.
    var isAway: Bool { !state.hasEnded && !state.isStopped }

    /// Ends the recording, and the operation if it waits.
    ///
    /// - Returns: Its steps after the last answer, and how many questions were answered.
    func end() -> ([ScriptPoint.Step], Int) {
        if state.hasEnded {
            state.steps.append(.ends)
        } else if !state.isStopped {
            state.steps.append(.waits)
        }
        state.isClosed = true
        let steps = state.steps
        task?.cancel()
        state.question.take()?.resume(throwing: CancellationError())
        return (steps, state.asked)
    }

    /// Notes that the operation has returned.
    func operationEnded() { if !state.isClosed { state.hasEnded = true } }

    // MARK: Questions

    func ask(_ question: Question) async throws -> AnyHashable {
        guard !state.isClosed else {
            await stopEndless()
            throw CancellationError()
        }
        if state.asked < answers.count {
            // The steps before were recorded with the question.
            state.steps = []
            defer { state.asked += 1 }
            return answers[state.asked]
        }
        state.steps.append(.asks(question))
        state.isStopped = true
        try await withCheckedThrowingContinuation { state.question = $0 }
        throw CancellationError()
    }

    // MARK: Actions

    var isCancelled: Bool { state.isClosed }

    func destination(of operation: EffectOperation) -> (any Actor)? { home }

    func deliver(
        _ operation: sending EffectOperation,
        _ around: (@Sendable (_ turn: () -> Void) -> Void)?,
        on actor: consuming isolated any Actor
    ) async {
        guard !state.isClosed else { return await stopEndless() }
        guard !state.isStopped else { return }
        state.steps.append(.sends(embed(operation)))
        guard state.steps.count >= sendingLimit else { return }
        state.steps.append(.goesOn)
        state.isStopped = true
        await stop()
    }

    /// Stops an operation that continues without end although it was cancelled.
    private func stopEndless() async {
        state.stepsAfterEnd += 1
        if state.stepsAfterEnd > sendingLimit { await stop() }
    }

    /// Never returns: the rest of the operation would run forever.
    private func stop() async {
        // Unsafe, because a checked continuation complains when it is never resumed.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    func report(_ diagnostic: Diagnostic) {
        guard !state.isClosed, !state.isStopped else { return }
        state.steps.append(.reports(diagnostic))
    }
}
