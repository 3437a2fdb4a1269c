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
                    "The closure that reaches \(Child.self) in \(Parent.self) must call its argument."
                )
            }
            return result
        }
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
