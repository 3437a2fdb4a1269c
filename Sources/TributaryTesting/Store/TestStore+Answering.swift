// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

extension TestStore {
    /// Answers a question that an effect sent with `choose`, `read`, or `change`, and runs effects until each waits again.
    ///
    /// ```swift
    /// await store.send(.pay) { $0.phase = .paying }
    /// await store.answer("charge 1", with: BankAnswer.charged)
    /// await store.receive(.answered(.charged)) { $0.phase = .paid }
    /// ```
    /// The answer changes the world by the question's closure. If several effects have the same question, the first gets the
    /// answer.
    ///
    /// - Parameters:
    ///   - question: The title of the question.
    ///   - answer: The answer.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func answer<Answer: Hashable & Sendable>(
        _ question: some Hashable & Sendable,
        with answer: Answer,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let title = AnyHashable(question)
        _ = await self.answer(at: site, AnyHashable(answer), "answer to “\(title)”") { $0.title == title }
    }

    /// Lets the time pass that an effect waits for on a ``CheckClock``, and runs effects until each waits again.
    ///
    /// - Parameters:
    ///   - duration: How long the effect sleeps; of several that sleep as long, the first wakes.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func pass(
        _ duration: Duration,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let title = AnyHashable(PassingTime(duration: duration))
        let slot = await answer(at: site, AnyHashable("passes"), "time of \(duration) to pass") {
            $0.title == title
        }
        // An effect that was delayed begins; it has no site while it waits.
        guard let slot, slot.description.site == nil, let index = scheduler.deliveryIndex(of: slot) else {
            return
        }
        _ = within { scheduler.step(.arriving, at: index) }
        await scheduler.settle(.sending)
    }

    private nonisolated(nonsending) func answer(
        at site: CallSite,
        _ answer: AnyHashable,
        _ what: String,
        _ isAsked: (Question) -> Bool
    ) async -> EffectSlot? {
        scheduler.site = site
        await scheduler.settle(.sending)
        guard let waiting = scheduler.questions.first(where: { isAsked($0.question) }) else {
            let others = scheduler.questions.map { "\n  - \($0.question.title)" }.joined()
            site.fail(
                "No effect waits for the \(what)." + (others.isEmpty ? "" : " Questions that wait:\(others)")
            )
            return nil
        }
        if !waiting.question.currentAnswers.contains(answer) {
            site.fail("\(answer) is no answer to “\(waiting.question.title)”.")
        }
        within { scheduler.answer(waiting, with: answer) }
        await scheduler.settle(.sending)
        return waiting.slot
    }

    /// Expects exactly this action from the effect with a name, whichever effect was ready first.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - name: The name that the reducer gave the effect.
    ///   - changes: Changes the state before the action to that after it.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func receive(
        _ action: Action,
        from name: String,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async where Action: Equatable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        scheduler.site = site
        await scheduler.settle(.sending)
        let slot = scheduler.deliveryIndex { $0.description.name == name }
        if received.isEmpty, let slot { _ = within { scheduler.step(.arriving, at: slot) } }
        await receive(.value(action), nil, changes, at: site)
    }
}
