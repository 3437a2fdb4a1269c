// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How to reach the part of a parent's state that a child sees, in place where that is possible.
///
/// The offset of a stored property is asked once, when the scope is made; reaching it then costs an addition. A
/// computed property that is named by a key path is read, changed and written back: key paths do not use
/// `_modify`. A closure reaches whatever Swift code can reach.
@usableFromInline
struct StateScope<Parent, Child> {
    @usableFromInline let way: Way

    @usableFromInline
    enum Way {
        case offset(Int)
        case keyPath(WritableKeyPath<Parent, Child>)
        case closure((inout Parent, (inout Child) -> Void) -> Void)
    }

    @inlinable
    init(_ keyPath: WritableKeyPath<Parent, Child>) {
        way = MemoryLayout<Parent>.offset(of: keyPath).map(Way.offset) ?? .keyPath(keyPath)
    }

    @inlinable
    init(_ modify: @escaping (inout Parent, (inout Child) -> Void) -> Void) { way = .closure(modify) }

    @inlinable
    func modify<Result>(_ parent: inout Parent, _ body: (inout Child) -> Result) -> Result {
        switch way {
        case .offset(let offset):
            return Self.modify(&parent, at: offset, body)
        case .keyPath(let keyPath):
            return body(&parent[keyPath: keyPath])
        case .closure(let modify):
            var result: Result?
            modify(&parent) { result = body(&$0) }
            guard let result else {
                preconditionFailure(
                    "The closure that reaches \(typeName(Child.self)) in \(typeName(Parent.self)) must call its argument."
                )
            }
            return result
        }
    }

    /// Changes a child that may be absent, and does not touch an absent one: its property may have observers.
    ///
    /// - Returns: What `body` returned, or `nil` when there is no child.
    @inlinable
    func modifyPresent<Present, Result>(
        _ parent: inout Parent,
        _ body: (inout Present) -> Result
    ) -> Result? where Child == Present? {
        if case .keyPath(let keyPath) = way, parent[keyPath: keyPath] == nil { return nil }
        return modify(&parent) { $0.modify(body) }
    }

    /// Changes a row, and does not touch the collection where there is none: its property may have observers.
    ///
    /// - Returns: What `body` returned, or `nil` when there is no row.
    @inlinable
    func modifyRow<ID: Hashable, Row, Result>(
        _ parent: inout Parent,
        _ id: ID,
        _ body: (inout Row) -> Result
    ) -> Result? where Child == IdentifiedArray<ID, Row> {
        if case .keyPath(let keyPath) = way, !parent[keyPath: keyPath].contains(id: id) { return nil }
        return modify(&parent) { $0.modify(id: id, body) }
    }

    /// Where the child lies in its parent, if it is stored there.
    @inlinable
    var offset: Int? { if case .offset(let offset) = way { offset } else { nil } }

    /// Whether the child is reached by a closure.
    @inlinable
    var isClosure: Bool { if case .closure = way { true } else { false } }

    /// Changes a child at an offset that `MemoryLayout.offset(of:)` gave.
    @inlinable
    static func modify<Result>(
        _ parent: inout Parent,
        at offset: Int,
        _ body: (inout Child) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &parent) { pointer in
            // The offset answers only for a property that is stored inline, so `Child` lives there, and the
            // exclusive access to `parent` covers it.
            let child = UnsafeMutableRawPointer(pointer).advanced(by: offset)
            return body(&child.assumingMemoryBound(to: Child.self).pointee)
        }
    }

    /// Shows a child at an offset that `MemoryLayout.offset(of:)` gave.
    @inlinable
    static func read<Result>(_ parent: Parent, at offset: Int, _ body: (Child) -> Result) -> Result {
        withUnsafePointer(to: parent) { pointer in
            // As in `modify(_:at:_:)`.
            let child = UnsafeRawPointer(pointer).advanced(by: offset)
            return body(child.assumingMemoryBound(to: Child.self).pointee)
        }
    }

    /// Asks something of the child's state.
    ///
    /// What only a closure reaches cannot be looked at without changing it, so there the answer is yes.
    @inlinable
    func isDue(_ parent: Parent, _ ask: (Child) -> Bool) -> Bool {
        guard !isClosure else { return true }
        var answer = false
        read(parent) { answer = ask($0) }
        return answer
    }

    /// Shows the child's state.
    @inlinable
    func read(_ parent: Parent, _ body: (Child) -> Void) {
        switch way {
        case .offset(let offset):
            Self.read(parent, at: offset, body)
        case .keyPath(let keyPath):
            body(parent[keyPath: keyPath])
        case .closure(let modify):
            var copy = parent
            modify(&copy) { body($0) }
        }
    }
}
