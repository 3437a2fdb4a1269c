// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension CasePath {
    /// Changes the case's value in place, and does nothing when the root is in another case.
    ///
    /// The payload is taken out, the enum's storage is emptied, the payload is changed, and the enum is made from it
    /// again. So the payload never has two owners, and a large array in it is not copied. Constant time in debug and
    /// release builds, and the enum needs no `empty` case. While `body` runs the root is not readable; exclusive
    /// access (`inout`) guarantees that no code reads it.
    ///
    /// - Parameters:
    ///   - root: The enum.
    ///   - body: Changes the payload. When it throws, what it changed until then stays.
    /// - Throws: What `body` throws.
    /// - Returns: What `body` returned, or `nil` when the root is in another case.
    @inlinable
    @discardableResult
    public func modify<Result, Failure: Error>(
        _ root: inout Root,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard var value = extractValue(root) else { return nil }
        // Giving up the enum's own reference to the payload makes `value` the only one. `defer` puts the enum
        // back on both ways out, so the storage is never left empty.
        return try withUnsafeMutablePointer(to: &root) { (storage) throws(Failure) -> Result in
            storage.deinitialize(count: 1)
            defer { storage.initialize(to: embedValue(value)) }
            return try body(&value)
        }
    }
}

extension CasePathable {
    /// Changes the payload of the named case in place.
    ///
    /// - Parameters:
    ///   - keyPath: The name of a case, as in `state.modify(\.detail) { $0.isRead = true }`.
    ///   - body: Changes the payload.
    /// - Throws: What `body` throws.
    /// - Returns: What `body` returned, or `nil` when the value is in another case.
    @inlinable
    @discardableResult
    public mutating func modify<Value, Result, Failure: Error>(
        _ keyPath: CaseKeyPath<Self, Value>,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try CasePath(keyPath).modify(&self, body)
    }

    /// Changes the payload of the named case in place, or replaces the whole value when it is in another case.
    ///
    /// - Parameters:
    ///   - keyPath: The name of a case.
    ///   - fallback: What the value becomes when it is not in that case; not used otherwise.
    ///   - body: Changes the payload; not called when the value is in another case.
    /// - Throws: What `body` throws.
    @inlinable
    public mutating func modify<Value, Failure: Error>(
        _ keyPath: CaseKeyPath<Self, Value>,
        default fallback: @autoclosure () -> Self,
        _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) {
        if try CasePath(keyPath).modify(&self, body) == nil { self = fallback() }
    }
}
