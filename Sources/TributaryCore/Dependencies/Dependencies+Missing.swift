// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// Says, while a default is computed, that there is none, so that reading the dependency fails the test.
    ///
    /// ```swift
    /// static func value(in dependencies: Dependencies) -> Country {
    ///     dependencies.isTesting ? dependencies.missing(placeholder: .nowhere) : .current
    /// }
    /// ```
    /// Each read of the dependency is a diagnostic, which names the key and the property that reads it. A value made
    /// of closures may be passed around before it is used; use `unimplemented(_:placeholder:)` for each of its
    /// closures instead.
    ///
    /// - Parameters:
    ///   - placeholder: The value with which the program continues.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The placeholder.
    public func missing<Value>(
        placeholder: Value,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Value {
        let site = SourceSite(fileID: fileID, line: line)
        // Outside of a key no later read reports it.
        if !markMissing(at: site) { report(MissingDependency(name: typeName(Value.self), site: site)) }
        return placeholder
    }
}
