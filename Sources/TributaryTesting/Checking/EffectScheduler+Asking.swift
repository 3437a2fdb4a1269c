// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension EffectScheduler {
    /// Lets an effect wait for an answer.
    ///
    /// - Parameter question: The question.
    /// - Returns: The answer.
    /// - Throws: `CancellationError` when the task is cancelled.
    func ask(_ question: Question) async throws -> AnyHashable {
        let pause = pauseRunning(
            question.isTime ? "\(question.title) to pass" : "an answer to “\(question.title)”"
        )
        defer { pause?.end() }
        let slot = state.withLock { $0.running?.effect }
        let asked = Mutex<WaitingQuestion?>(nil)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiting = WaitingQuestion(question, slot, continuation)
                asked.withLock { $0 = waiting }
                state.withLock { $0.questions.append(waiting) }
                // A cancellation before this found nothing to cancel.
                if Task.isCancelled { cancel(waiting) }
            }
        } onCancel: {
            if let waiting = asked.withLock({ $0 }) { cancel(waiting) }
        }
        guard let answer = asked.withLock({ $0?.answer }) else { throw CancellationError() }
        return answer
    }

    private func cancel(_ question: WaitingQuestion) {
        state.withLock { state in state.questions.removeAll { $0 === question } }
        question.cancel()
    }

    /// The questions that wait for answers, in the order in which they were asked.
    var questions: [WaitingQuestion] { state.withLock { $0.questions } }

    /// Answers a question, and changes the world accordingly.
    func answer(_ waiting: WaitingQuestion, with answer: AnyHashable) {
        state.withLock { state in state.questions.removeAll { $0 === waiting } }
        waiting.slot?.history.note(fingerprint(answer))
        waiting.question.change?(answer)
        waiting.resume(with: answer)
    }
}
