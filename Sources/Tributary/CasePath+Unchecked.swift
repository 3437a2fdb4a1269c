// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension CasePath {
    /// Makes a path from closures that the compiler cannot prove to be `Sendable`.
    ///
    /// `@CasePathable` uses it for enums that are generic, or might be. A closure in a generic context captures its
    /// generic parameters. If one has a conformance, as in `Loadable<Value: Equatable>`, the compiler warns that the
    /// conformance could belong to an actor. Embedding and extracting use no conformance. In code written by hand,
    /// use `init(embed:extract:)`, and let the compiler check.
    ///
    /// - Parameters:
    ///   - name: The name of the case in failures.
    ///   - index: The index that `caseIndex` of the enum returns for the case; `nil` if it returns none.
    ///   - embed: Embeds a value in the case. It must capture nothing, or only `Sendable` values.
    ///   - extract: Reads the value back. It must capture nothing, or only `Sendable` values.
    @inlinable
    public init(
        named name: @autoclosure @escaping @Sendable () -> String? = nil,
        index: Int? = nil,
        uncheckedEmbed embed: @escaping (Value) -> Root,
        extract: @escaping (Root) -> Value?
    ) {
        // The two function types differ only in the compiler's checks, not in their layout or calling convention.
        self.init(
            named: name(),
            index: index,
            embed: unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self),
            extract: unsafeBitCast(extract, to: (@Sendable (Root) -> Value?).self)
        )
    }
}
