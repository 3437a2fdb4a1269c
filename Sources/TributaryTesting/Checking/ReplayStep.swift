// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A step of a feature, as `explore(replaying:)` takes it with real tasks.
public struct ReplayStep<Action> {
    enum Kind {
        case send(Action)
        case answer(AnyHashable, with: AnyHashable)
        case pass(Duration)
        case resume(String?)
    }

    let kind: Kind

    /// The user sends an action.
    ///
    /// - Parameter action: The action.
    /// - Returns: The step.
    public static func send(_ action: Action) -> ReplayStep { ReplayStep(kind: .send(action)) }

    /// An effect gets the answer to its question, and delivers its next action at once if the answer leaves the world alone.
    ///
    /// - Parameters:
    ///   - question: The title of the question; of several effects that ask it, the first gets the answer.
    ///   - answer: The answer.
    /// - Returns: The step.
    public static func answer(
        _ question: some Hashable & Sendable,
        with answer: some Hashable & Sendable
    ) -> ReplayStep {
        ReplayStep(kind: .answer(AnyHashable(question), with: AnyHashable(answer)))
    }

    /// The time passes that an effect waits for, which delivers its next action at once.
    ///
    /// - Parameter duration: How long the effect sleeps; of several that sleep as long, the first wakes.
    /// - Returns: The step.
    public static func pass(_ duration: Duration) -> ReplayStep { ReplayStep(kind: .pass(duration)) }

    /// An effect that is ready delivers its next action, or begins.
    ///
    /// - Parameter name: The name that the reducer gave the effect; `nil` for the first that is ready.
    /// - Returns: The step.
    public static func resume(_ name: String? = nil) -> ReplayStep { ReplayStep(kind: .resume(name)) }
}

extension ReplayStep: CustomStringConvertible {
    /// The step in words.
    public var description: String {
        switch kind {
        case .send(let action): "the user sends \(action)"
        case .answer(let question, let answer): "“\(question)” is answered with \(answer)"
        case .pass(let duration): "\(duration) pass"
        case .resume(let name?): "“\(name)” resumes"
        case .resume(nil): "an effect resumes"
        }
    }
}

extension RealRun {
    /// Does a step.
    ///
    /// - Returns: Whether it was possible.
    nonisolated(nonsending) func apply(_ step: ReplayStep<Action>) async -> Bool {
        switch step.kind {
        case .send(let action): send(action)
        case .answer(let title, let answer): return await self.answer(title, with: answer)
        case .pass(let duration):
            return await answer(AnyHashable(PassingTime(duration: duration)), with: AnyHashable("passes"))
        case .resume(let name):
            guard let slot = deliveringSlots.first(where: { name == nil || $0.description.name == name })
            else { return false }
            deliver(slot)
        }
        await settle()
        return true
    }

    private nonisolated(nonsending) func answer(_ title: AnyHashable, with answer: AnyHashable) async -> Bool
    {
        guard let waiting = scheduler.questions.first(where: { $0.question.title == title }),
            waiting.question.currentAnswers.contains(answer)
        else { return false }
        await self.answer(waiting, with: answer)
        await settle()
        return true
    }
}
