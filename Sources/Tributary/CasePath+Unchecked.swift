// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension CasePath {
    /// Makes a path from directions that the compiler cannot prove to be `Sendable`.
    ///
    /// `@CasePathable` uses it for enums that are generic, or might be. A closure in a generic context holds on to
    /// the types it was written among, and where one has a conformance, as in `Loadable<Value: Equatable>`, the
    /// compiler warns that the conformance could belong to an actor. Embedding and extracting use no conformance.
    /// By hand, use `init(embed:extract:)`, and let the compiler check.
    ///
    /// - Parameters:
    ///   - name: What failures call the case.
    ///   - embed: Wraps a value in the case. It must capture nothing, or only what is `Sendable`.
    ///   - extract: Reads the value back. It must capture nothing, or only what is `Sendable`.
    @inlinable
    public init(
        named name: @autoclosure @escaping @Sendable () -> String? = nil,
        uncheckedEmbed embed: @escaping (Value) -> Root,
        extract: @escaping (Root) -> Value?
    ) {
        // The two function types differ only in what the compiler checks, not in how they are laid out or called.
        self.init(
            named: name(),
            embed: unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self),
            extract: unsafeBitCast(extract, to: (@Sendable (Root) -> Value?).self)
        )
    }
}
