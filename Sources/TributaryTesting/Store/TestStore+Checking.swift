// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import TributaryCore

extension TestStore {
    /// Compares the state that a test expects with the actual one.
    ///
    /// - Parameters:
    ///   - changes: Makes the expected state; without it, no change is expected.
    ///   - before: The state before.
    ///   - actual: The actual state.
    ///   - event: The event between the two states, as text.
    ///   - site: Where to fail.
    func check(
        _ changes: ((inout State) throws -> Void)?,
        from before: State,
        to actual: State,
        after event: () -> String,
        at site: CallSite
    ) {
        do {
            if exhaustivity.isOn {
                try checkAll(changes, from: before, to: actual, after: event, at: site)
            } else {
                try checkSome(changes, from: before, to: actual, after: event, at: site)
            }
        } catch {
            site.fail("The closure that says what is expected after \(event()) threw: \(error)")
        }
    }

    private func checkAll(
        _ changes: ((inout State) throws -> Void)?,
        from before: State,
        to actual: State,
        after event: () -> String,
        at site: CallSite
    ) throws {
        var expected = before
        try changes?(&expected)
        guard comparison.isSame(expected, actual) else {
            let text =
                changes == nil
                ? "The state changed after \(event()), but no change was expected."
                : "The state after \(event()) is not as expected."
            return site.fail(text + differenceText(expected, actual))
        }
        guard changes != nil, comparison.isSame(before, expected) else { return }
        site.fail(
            """
            The state was expected to change after \(event()), but it did not. Where no change is expected, \
            leave the closure out.
            """
        )
    }

    private func checkSome(
        _ changes: ((inout State) throws -> Void)?,
        from before: State,
        to actual: State,
        after event: () -> String,
        at site: CallSite
    ) throws {
        var expected = actual
        try changes?(&expected)
        guard comparison.isSame(expected, actual) else {
            return site.fail(
                "The state after \(event()) is not as expected." + differenceText(expected, actual)
            )
        }
        guard exhaustivity.showsSkipped else { return }
        var asserted = before
        try changes?(&asserted)
        guard !comparison.isSame(asserted, actual) else { return }
        site.note("Changes after \(event()) that were not asserted:" + differenceText(asserted, actual))
    }

    /// Fails if the state is not the one that the test accounted for, though nothing was received.
    func reportHiddenChanges(_ context: String, at site: CallSite) {
        let actual = subject.state
        guard !comparison.isSame(accountedState, actual) else { return }
        site.fail(
            "What the module shows has changed, but was not accounted for \(context)."
                + differenceText(accountedState, actual)
                + "\n\nSay what is expected in `settle`, or with the output that comes with it."
        )
        accountedState = actual
    }

    private func differenceText(_ expected: State, _ actual: State) -> String {
        guard let difference = comparison.difference(expected, actual) else {
            return " The two are not equal, but look the same as text."
        }
        return "\n\n\(difference.indented(by: 4))\n\n(Expected: −, Actual: +)"
    }
}

extension TestStore {
    /// Checks the state without an action.
    ///
    /// - Parameters:
    ///   - changes: Sets expected values in a copy of the state. Values that it does not set are not checked.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func assert(
        _ changes: (inout State) throws -> Void,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let actual = state
        var expected = actual
        do {
            try changes(&expected)
            guard !comparison.isSame(expected, actual) else { return }
            site.fail("The state is not as expected." + differenceText(expected, actual))
        } catch {
            site.fail("The closure that says which state is expected threw: \(error)")
        }
    }
}
