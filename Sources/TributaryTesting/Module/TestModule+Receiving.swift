// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestModule {
    /// Expects an output of a case, and checks the state that the module showed then.
    ///
    /// Effects run until an output has come or none can continue. With exhaustivity off, other outputs are skipped.
    public func receive<Value>(
        _ keyPath: CaseKeyPath<Output, Value>,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async where Output: CasePathable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await store.receive(.output(.path(CasePath(keyPath))), outsideWork, changes, at: site)
    }

    /// Expects an output of a case with a payload, and checks the state that the module showed then.
    public func receive<Value: Equatable>(
        _ keyPath: CaseKeyPath<Output, Value>,
        _ payload: Value,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async where Output: CasePathable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await store.receive(
            .output(.path(CasePath(keyPath), payload: payload)),
            outsideWork,
            changes,
            at: site
        )
    }

    /// Expects exactly this output, and checks the state that the module showed then.
    public func receive(
        _ output: Output,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async where Output: Equatable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await store.receive(.output(.value(output)), outsideWork, changes, at: site)
    }

    /// Expects an output that a predicate accepts, and checks the state that the module showed then.
    public func receive(
        where isExpected: @escaping (Output) -> Bool,
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await store.receive(.output(.predicate(isExpected)), outsideWork, changes, at: site)
    }
}

extension ActionExpectation {
    /// Turns an expectation into one of an output.
    static func output<Input, Output>(
        _ expected: ActionExpectation<Output>
    ) -> ActionExpectation where Action == ModuleEvent<Input, Output> {
        ActionExpectation(
            description: expected.description,
            matches: { $0.output.map(expected.matches) ?? false },
            difference: { $0.output.flatMap(expected.difference) }
        )
    }
}
