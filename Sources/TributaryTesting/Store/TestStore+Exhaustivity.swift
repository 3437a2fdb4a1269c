// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

extension TestStore {
    /// Runs a part of the test with another exhaustivity.
    ///
    /// ```swift
    /// await store.withExhaustivity(.off) {
    ///     await store.send(.logIn)
    ///     await store.receive(\.loggedIn)
    /// }
    /// await store.send(.load) { $0.isLoading = true }
    /// ```
    /// Before a part with exhaustivity off, the test has to account for the actions that arrived. At the end of the part, effects
    /// run until none can continue, and their actions are skipped. Effects that wait continue after it.
    ///
    /// - Parameters:
    ///   - exhaustivity: How much the part has to account for.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    ///   - operation: The part.
    /// - Returns: The closure's result.
    /// - Throws: Any error that the closure throws.
    public nonisolated(nonsending) func withExhaustivity<Result, Failure: Error>(
        _ exhaustivity: Exhaustivity,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let before = self.exhaustivity
        if before.isOn, !exhaustivity.isOn { reportUnaccounted("before a part that skips actions", at: site) }
        self.exhaustivity = exhaustivity
        do throws(Failure) {
            let result = try await operation()
            await end(of: exhaustivity, before: before, at: site)
            return result
        } catch {
            await end(of: exhaustivity, before: before, at: site)
            throw error
        }
    }

    private nonisolated(nonsending) func end(
        of part: Exhaustivity,
        before: Exhaustivity,
        at site: CallSite
    ) async {
        if !exhaustivity.isOn, before.isOn {
            scheduler.site = site
            within { subject.openInbox() }
            await scheduler.settle(.arriving)
            reportUnaccounted("by the end of a part that skips actions", at: site)
        }
        exhaustivity = before
    }

    /// Reports the actions that the test has not accounted for, and drops them: a failure, or a warning if they are shown.
    ///
    /// - Parameters:
    ///   - moment: When they should have been accounted for.
    ///   - site: The line of the report.
    func reportUnaccounted(_ moment: String, at site: CallSite) {
        guard !received.isEmpty else { return }
        if exhaustivity.isOn {
            site.fail(
                unaccountedText(moment) + "\n\nReceive them first, or skip them: `\(skipName)`."
            )
        } else if exhaustivity.showsSkipped {
            site.note(unaccountedText(moment))
        }
        received.removeAll()
    }

    /// Takes everything that has happened as accounted for.
    func forgetUnaccounted() {
        received.removeAll()
        received.forgetPassedOver()
        accountedState = subject.state
    }
}
