// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a scope's slice is reached in its parent's, for reading it and for visiting it in place.
@usableFromInline
struct StateWay<Parent, Child> {
    /// Shows the slice to a closure; tells whether there is one.
    let read: (Parent, (Child) -> Void) -> Bool

    /// Visits the slice where it lies, if it lies somewhere, else a copy of it.
    let visit: (inout Parent, (inout Child) -> Void) -> Void

    /// The way to a property.
    @usableFromInline
    init(_ keyPath: KeyPath<Parent, Child>) {
        read = { parent, body in
            body(parent[keyPath: keyPath])
            return true
        }
        visit = Self.visiting(keyPath)
    }

    /// The way to the value of an optional property.
    @usableFromInline
    init(optional keyPath: KeyPath<Parent, Child?>) {
        read = { parent, body in parent[keyPath: keyPath].map(body) != nil }
        let visitOptional = StateWay<Parent, Child?>.visiting(keyPath)
        visit = { parent, body in visitOptional(&parent) { $0.modify(body) } }
    }

    private init(
        read: @escaping (Parent, (Child) -> Void) -> Bool,
        visit: @escaping (inout Parent, (inout Child) -> Void) -> Void
    ) {
        self.read = read
        self.visit = visit
    }

    /// The way to the slice while it has an `id`: there is none while it has another.
    func only(_ id: AnyHashable, _ identity: StateIdentity<Child>) -> StateWay {
        StateWay(
            read: { [read] parent, body in
                var isSame = false
                _ = read(parent) { child in
                    isSame = identity.isID(id, of: child)
                    if isSame { body(child) }
                }
                return isSame
            },
            visit: { [visit] parent, body in visit(&parent) { if identity.isID(id, of: $0) { body(&$0) } } }
        )
    }

    /// The way to the payload of a case.
    @usableFromInline
    init(case path: StateCasePath<Parent, Child>) {
        read = { parent, body in path.read(parent).map(body) != nil }
        visit = { parent, body in _ = path.modify(&parent, body) }
    }

    /// A stored property is visited where it lies.
    ///
    /// A computed one is not written back: nothing but marks changed.
    private static func visiting(
        _ keyPath: KeyPath<Parent, Child>
    ) -> (inout Parent, (inout Child) -> Void) -> Void {
        if let writable = keyPath as? WritableKeyPath<Parent, Child> {
            let scope = StateScope(writable)
            if scope.offset != nil { return { parent, body in scope.modify(&parent) { body(&$0) } } }
        }
        return { parent, body in
            var copy = parent[keyPath: keyPath]
            body(&copy)
        }
    }
}
