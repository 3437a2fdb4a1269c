// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension CasePath {
    /// A path through two enums, the second inside a case of the first.
    ///
    /// Costs the sum of both.
    ///
    /// - Parameter path: Continues from this path's value.
    /// - Returns: The path through both.
    @inlinable
    public func appending<Leaf>(path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
        let makeName = makeName
        return CasePath<Root, Leaf>(
            named: Self.joinedName(makeName, path.makeName),
            embed: { [embedValue] in embedValue(path.embedValue($0)) },
            extract: { [extractValue] in extractValue($0).flatMap(path.extractValue) }
        )
    }

    @usableFromInline
    static func joinedName(_ first: () -> String?, _ second: () -> String?) -> String? {
        guard let first = first(), let second = second() else { return nil }
        return second.hasPrefix("[") ? first + second : "\(first).\(second)"
    }

    /// A path through two enums, the second one's case named by a key path.
    ///
    /// - Parameter keyPath: The name of a case of this path's value.
    /// - Returns: The path through both.
    @inlinable
    public func appending<Leaf>(path keyPath: CaseKeyPath<Value, Leaf>) -> CasePath<Root, Leaf>
    where Value: CasePathable {
        appending(path: CasePath<Value, Leaf>(keyPath))
    }
}
