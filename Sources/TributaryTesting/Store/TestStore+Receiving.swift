// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestStore {
    /// Expects an action of a case, from an effect or a reducer, and checks the state after it.
    ///
    /// Effects run, and actions arrive, until such an action has arrived or no effect can continue. With exhaustivity
    /// off, other actions are skipped. See `send` for the closure, and `OutsideWork` for effects that wait.
    public nonisolated(nonsending) func receive<Value>(
        _ keyPath: CaseKeyPath<Action, Value>,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async where Action: CasePathable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await receive(.path(CasePath(keyPath)), outsideWork, changes, at: site)
    }

    /// Expects an action of a case with a payload, from an effect or a reducer, and checks the state after
    /// it.
    public nonisolated(nonsending) func receive<Value: Equatable>(
        _ keyPath: CaseKeyPath<Action, Value>,
        _ payload: Value,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async where Action: CasePathable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await receive(.path(CasePath(keyPath), payload: payload), outsideWork, changes, at: site)
    }

    /// Expects exactly this action, from an effect or a reducer, and checks the state after it.
    public nonisolated(nonsending) func receive(
        _ action: Action,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async where Action: Equatable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await receive(.value(action), outsideWork, changes, at: site)
    }

    /// Expects an action that a predicate accepts, from an effect or a reducer, and checks the state after
    /// it.
    public nonisolated(nonsending) func receive(
        where isExpected: @escaping (Action) -> Bool,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await receive(.predicate(isExpected), outsideWork, changes, at: site)
    }
}
