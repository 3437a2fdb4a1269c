// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import IssueReporting
internal import Synchronization

/// A question of a dependency, with the possible answers.
///
/// Unchecked Sendable: `AnyHashable` is not Sendable, but its value here is, as `choose` and `read` demand.
struct Question: @unchecked Sendable {
    /// The title of the question.
    let title: AnyHashable

    /// The answers that are always possible; `nil` if they depend on the world.
    let answers: [AnyHashable]?

    /// Changes the world when an answer is given; `nil` if it leaves the world alone.
    let change: (@Sendable (AnyHashable) -> Void)?

    private let read: @Sendable () -> AnyHashable

    init(_ title: AnyHashable, _ answers: [AnyHashable], change: (@Sendable (AnyHashable) -> Void)?) {
        precondition(!answers.isEmpty, "The question “\(title)” has no answer.")
        self.title = title
        self.answers = answers
        self.change = change
        // A copy for the closure, which is Sendable as the answers are.
        nonisolated(unsafe) let first = answers[0]
        read = { first }
    }

    init(_ title: AnyHashable, read: @escaping @Sendable () -> AnyHashable) {
        self.title = title
        answers = nil
        change = nil
        self.read = read
    }

    /// The answers that are possible now.
    var currentAnswers: [AnyHashable] { answers ?? [read()] }

    /// Whether it waits for time to pass.
    var isTime: Bool { title.base is PassingTime }

    /// Sends the question to the driver of the running effect.
    func ask<Answer>() async throws -> Answer {
        try Task.checkCancellation()
        let answer: AnyHashable
        if let recorder = CurrentRecorder.value {
            answer = try await recorder.ask(self)
        } else if let scheduler = EffectScheduler.current {
            answer = try await scheduler.ask(self)
        } else {
            reportIssue(
                "“\(title)” was asked outside of a test store and of `check`; it gets its first answer."
            )
            answer = currentAnswers[0]
        }
        guard let answer = answer.base as? Answer else {
            preconditionFailure("The answers of “\(title)” are of the type that it asks for.")
        }
        return answer
    }
}

/// The question of a clock.
struct PassingTime: Hashable, CustomStringConvertible {
    let duration: Duration

    var description: String { "\(duration)" }
}

/// Records the questions of an operation that runs alone.
protocol QuestionRecorder: AnyObject, Sendable {
    func ask(_ question: Question) async throws -> AnyHashable
}

/// The recorder of the current task.
enum CurrentRecorder {
    @TaskLocal static var value: (any QuestionRecorder)?
}

/// A question of an effect, which waits for its answer.
final class WaitingQuestion: Sendable {
    let question: Question
    let slot: EffectSlot?
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>
    private let given = Mutex<GivenAnswer?>(nil)

    /// Unchecked Sendable, for the same reason as a question.
    private struct GivenAnswer: @unchecked Sendable { let value: AnyHashable }

    init(_ question: Question, _ slot: EffectSlot?, _ continuation: CheckedContinuation<Void, any Error>) {
        self.question = question
        self.slot = slot
        self.continuation = Mutex(continuation)
    }

    /// The answer, once there is one.
    var answer: AnyHashable? { given.withLock { $0?.value } }

    /// Resumes the effect with an answer; only the first call counts.
    func resume(with answer: AnyHashable) {
        let answer = GivenAnswer(value: answer)
        guard let continuation = continuation.withLock({ $0.take() }) else { return }
        given.withLock { $0 = answer }
        continuation.resume()
    }

    /// Ends the wait, because the task was cancelled.
    func cancel() { continuation.withLock { $0.take() }?.resume(throwing: CancellationError()) }
}
