// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Optional {
    /// Changes the wrapped value in place, and does nothing when there is none.
    ///
    /// - Parameter body: Changes the value; it is not copied.
    /// - Throws: What `body` throws.
    /// - Returns: What `body` returned, or `nil` when there is no value.
    @inlinable
    @discardableResult
    public mutating func modify<Result, Failure: Error>(
        _ body: (inout Wrapped) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard self != nil else { return nil }
        // Only force unwrapping gives access to the value in place; every way to bind it copies it.
        // swift-format-ignore: NeverForceUnwrap
        return try body(&self!)
    }

    /// Changes the wrapped value in place, or becomes a default when there is none.
    ///
    /// - Parameters:
    ///   - fallback: What the value becomes when there is none; not used otherwise.
    ///   - body: Changes the value; not called when there is none.
    /// - Throws: What `body` throws.
    @inlinable
    public mutating func modify<Failure: Error>(
        default fallback: @autoclosure () -> Wrapped,
        _ body: (inout Wrapped) throws(Failure) -> Void
    ) throws(Failure) {
        if try modify(body) == nil { self = fallback() }
    }
}
