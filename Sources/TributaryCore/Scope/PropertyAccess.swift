// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How to reach a property of a parent in place: by its offset where it is stored, else by its key path.
///
/// The offset is asked once, when the access is made; a stored property then costs an addition. A computed
/// property is reached through its `get` and `set`, or `_modify` where it has one.
@usableFromInline
struct PropertyAccess<Parent, Child> {
    @usableFromInline let keyPath: WritableKeyPath<Parent, Child>
    @usableFromInline let offset: Int?

    @inlinable
    init(_ keyPath: WritableKeyPath<Parent, Child>) {
        self.keyPath = keyPath
        self.offset = MemoryLayout<Parent>.offset(of: keyPath)
    }

    @inlinable
    func modify<Result>(_ parent: inout Parent, _ body: (inout Child) -> Result) -> Result {
        guard let offset else { return body(&parent[keyPath: keyPath]) }
        return withUnsafeMutablePointer(to: &parent) { pointer in
            // The offset answers only for a property that is stored inline, so `Child` lives there, and the
            // exclusive access to `parent` covers it.
            let child = UnsafeMutableRawPointer(pointer).advanced(by: offset)
            return body(&child.assumingMemoryBound(to: Child.self).pointee)
        }
    }
}
