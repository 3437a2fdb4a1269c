// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

extension TestStore {
    /// Runs effects until all have ended, and checks that nothing is left to account for.
    ///
    /// Call it at the end of a test. Releasing the store checks the same, but waits for nothing. Effects that do not
    /// end are a failure, with any exhaustivity.
    ///
    /// - Parameters:
    ///   - outsideWork: The treatment of effects that wait for outside work; by default the property's value.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func finish(
        outsideWork: OutsideWork? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await finish(outsideWork, at: site)
    }

    nonisolated(nonsending) func finish(_ outsideWork: OutsideWork?, at site: CallSite) async {
        scheduler.site = site
        within { subject.openInbox() }
        await settle(outsideWork, until: { false })
        if exhaustivity.showsSkipped, !received.isEmpty {
            site.note(unaccountedText("by the end of the test"))
        }
        if !exhaustivity.isOn { received.removeAll() }
        reportEnd(at: site)
    }

    /// Skips the actions that have arrived, and those that effects still send now.
    ///
    /// - Parameters:
    ///   - strict: Whether it is a failure if there are none.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func skipReceivedActions(
        strict: Bool = true,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await skipReceived(strict: strict, at: site)
    }

    nonisolated(nonsending) func skipReceived(strict: Bool, at site: CallSite) async {
        scheduler.site = site
        scheduler.exploration?.note { $0.receives = true }
        within { subject.openInbox() }
        await scheduler.settle(.arriving)
        if strict, received.isEmpty, !received.hasPassedOver {
            site.fail("There were no received \(subject.noun)s to skip." + tellRunning() + waitingRemedy)
        }
        if exhaustivity.showsSkipped, !received.isEmpty { site.note(unaccountedText("and skipped")) }
        received.removeAll()
        received.forgetPassedOver()
        accountedState = subject.state
    }

    /// Closes the feature as its parent would: effects are cancelled, and later actions are failures.
    ///
    /// Use it if you test a feature without its parent, and the feature has effects that run until it is closed.
    /// ```swift
    /// await store.send(.saveTapped)
    /// await store.receive(\.output.saved)
    /// await store.close()  // the parent does it, by `closedBy: \.output.saved`
    /// ```
    /// Receive the actions that had arrived before.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func close(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        scheduler.site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        within { subject.close(at: scheduler.site) }
        await scheduler.settle(.sending)
    }

    /// Cancels the running effects.
    ///
    /// Their later actions do not arrive.
    ///
    /// - Parameters:
    ///   - strict: Whether it is a failure if there are none.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func skipInFlightEffects(
        strict: Bool = true,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await skipInFlight(strict: strict, at: site)
    }

    nonisolated(nonsending) func skipInFlight(strict: Bool, at site: CallSite) async {
        scheduler.site = site
        if strict, subject.runningEffects.isEmpty { site.fail("There were no effects in flight to skip.") }
        if exhaustivity.showsSkipped, !subject.runningEffects.isEmpty {
            site.note("Effects were skipped." + runningText)
        }
        within { subject.cancelEffects() }
        await scheduler.settle(.sending)
    }

    /// Fails for everything that the test did not account for.
    func reportEnd(at site: CallSite) {
        if !received.isEmpty {
            site.fail(
                unaccountedText("by the end of the test")
                    + "\n\nReceive them, or skip them: `\(skipName)`."
            )
            received.removeAll()
            accountedState = subject.state
            hasReportedEnd = true
        }
        if subject.hidesChanges, exhaustivity.isOn { reportHiddenChanges("by the end of the test", at: site) }
        let running = subject.runningEffects.filter { !toldEffects.contains($0.number) }
        if !running.isEmpty {
            site.fail(
                "Effects have not ended by the end of the test." + runningText(of: running)
                    + """


                    Receive what they send, make what they wait for happen, cancel them, or say \
                    `skipInFlightEffects`; say `close()` where the parent of a child that is tested alone would end them; say `.awaited` as `outsideWork` when they wait for something outside \
                    of the test.
                    """
            )
            hasReportedEnd = true
        }
    }
}
