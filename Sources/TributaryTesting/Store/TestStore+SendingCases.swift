// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryForms

extension TestStore {
    /// Sends the action of a case, given by a key path.
    ///
    /// ```swift
    /// await store.send(\.rows[id: 1].rename, "Blob") { $0.rows[id: 1]?.name = "Blob" }
    /// ```
    /// Send an action without a payload directly: with a second way to write it, the compiler could not name the mistake in
    /// `send(.tipe)`.
    ///
    /// - Parameters:
    ///   - action: The case.
    ///   - value: Its payload.
    ///   - changes: Changes the previous state to the expected one. With exhaustivity off, it gets the state after
    ///     the action.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The effects that follow, to be awaited or cancelled.
    @discardableResult
    public nonisolated(nonsending) func send<Value>(
        _ action: CaseKeyPath<Action, Value>,
        _ value: Value,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestStoreTask<State, Action> where Action: CasePathable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return await send(CasePath(action).embed(value), assert: changes, at: site)
    }
}

extension CasePath {
    /// Continues from the change of a form to one of its properties.
    ///
    /// ```swift
    /// await store.send(\.editor.change[\.name], "Blob") { $0.editor?.name = "Blob" }
    /// ```
    /// Use it in tests only: a path cannot read the state, so the action contains the new value as its old value, too.
    ///
    /// - Parameter property: A property of the form's state.
    public subscript<Form, Field: Equatable & Sendable>(
        _ property: any WritableKeyPath<Form, Field> & Sendable
    ) -> CasePath<Root, Field> where Value == StateChange<Form> {
        appending(
            path: CasePath<Value, Field>(
                embed: { StateChange(property, from: $0, to: $0) },
                extract: { $0.newValue(of: property) }
            )
        )
    }
}
