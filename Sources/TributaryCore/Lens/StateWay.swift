// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a scope's slice is reached in its parent's, for reading it and for changing it in place.
@usableFromInline
struct StateWay<Parent, Child> {
    /// Shows the slice to a closure; tells whether there is one.
    let read: (Parent, (Child) -> Void) -> Bool

    /// Changes the slice where it lies; `nil` where it lies nowhere, because it is computed.
    ///
    /// Of the program's own code only case paths run meanwhile.
    let modify: ((inout Parent, (inout Child) -> Void) -> Void)?

    /// The way to a property.
    @usableFromInline
    init(_ keyPath: KeyPath<Parent, Child>) {
        if let scope = Self.stored(keyPath) {
            read = { parent, body in
                scope.read(parent, body)
                return true
            }
            modify = { parent, body in scope.modify(&parent) { body(&$0) } }
        } else {
            read = { parent, body in
                body(parent[keyPath: keyPath])
                return true
            }
            modify = nil
        }
    }

    /// The way to the value of an optional property.
    @usableFromInline
    init(optional keyPath: KeyPath<Parent, Child?>) {
        read = { parent, body in parent[keyPath: keyPath].map(body) != nil }
        modify = StateWay<Parent, Child?>.stored(keyPath).map { scope in
            { parent, body in scope.modify(&parent) { $0.modify(body) } }
        }
    }

    private init(
        read: @escaping (Parent, (Child) -> Void) -> Bool,
        modify: ((inout Parent, (inout Child) -> Void) -> Void)?
    ) {
        self.read = read
        self.modify = modify
    }

    /// The way to the slice while it has an `id`: there is none while it has another.
    ///
    /// It is changed only where it was read just before, and so the `id` is not looked at again.
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
            modify: modify
        )
    }

    /// The way to the payload of a case.
    @usableFromInline
    init(case path: StateCasePath<Parent, Child>) {
        read = { parent, body in path.read(parent).map(body) != nil }
        modify = path.isInPlace ? { parent, body in _ = path.modify(&parent, body) } : nil
    }

    /// The way to a property that is stored inline.
    private static func stored(_ keyPath: KeyPath<Parent, Child>) -> StateScope<Parent, Child>? {
        guard let writable = keyPath as? WritableKeyPath<Parent, Child> else { return nil }
        let scope = StateScope(writable)
        return scope.offset == nil ? nil : scope
    }
}
