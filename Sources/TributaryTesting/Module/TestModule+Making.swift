// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestModule {
    /// Tests a module that shows a state that can be compared.
    ///
    /// - Parameters:
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - makeModule: Makes the module; `isTesting` is already set there.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init(
        order: EffectOrder = .firstReady,
        _ makeModule: @MainActor () -> Module<Input, Output, State>,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where State: Equatable {
        self.init(
            order: order,
            comparison: .whole(),
            makeModule,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Tests a module that shows no state.
    ///
    /// - Parameters:
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - makeModule: Makes the module; `isTesting` is already set there.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init(
        order: EffectOrder = .firstReady,
        _ makeModule: @MainActor () -> Module<Input, Output, State>,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where State == Void {
        self.init(
            order: order,
            comparison: .nothing,
            makeModule,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Unavailable: a state that cannot be compared cannot be checked.
    @available(
        *,
        unavailable,
        message: "Make the state Equatable, or pass 'comparing:' with the values to compare."
    )
    public convenience init(
        order: EffectOrder = .firstReady,
        _ makeModule: @MainActor () -> Module<Input, Output, State>,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) { preconditionFailure("It is unavailable.") }

    /// Tests a module of which only some of the values that it shows are compared.
    ///
    /// - Parameters:
    ///   - first: A value that is compared.
    ///   - others: Further values that are compared.
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - makeModule: Makes the module; `isTesting` is already set there.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init<First: Equatable, each Other: Equatable>(
        comparing first: @escaping (State) -> First,
        _ others: repeat @escaping (State) -> each Other,
        order: EffectOrder = .firstReady,
        _ makeModule: @MainActor () -> Module<Input, Output, State>,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            order: order,
            comparison: StateComparison(selecting: first, repeat each others),
            makeModule,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }
}
