// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryForms

extension TestStore {
    /// Sends the action of a case: what `receive` is to what arrives.
    ///
    /// ```swift
    /// await store.send(\.rows[id: 1].rename, "Blob") { $0.rows[id: 1]?.name = "Blob" }
    /// ```
    /// An action without a payload is sent as it is: with one more way to write it, the compiler could not say which name is wrong in
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
    /// Goes on from the change of a form to one property of it.
    ///
    /// ```swift
    /// await store.send(\.editor.change[\.name], "Blob") { $0.editor?.name = "Blob" }
    /// ```
    /// It is for tests: what is sent says of the old value that it was the new one, as a path knows no state.
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
