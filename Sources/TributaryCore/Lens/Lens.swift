// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Reaches a part of a value: a property, the value of an optional, the payload of a case, or a part that a closure reaches.
///
/// The offset of a stored property is looked up once, when the lens is made; each access then costs an addition. A computed
/// property is read, changed, and written back, because key paths do not use `_modify`. A closure can reach any part.
@usableFromInline struct Lens<Root, Part> {
    @usableFromInline let way: Way

    @usableFromInline enum Way {
        /// A property that is stored inline.
        case property(Int)

        /// The value of an optional that is stored inline.
        case optional(Int)

        /// Anything else.
        case closures(Closures)
    }

    @usableFromInline struct Closures {
        /// Shows the part to a closure.
        ///
        /// Returns whether there is one.
        @usableFromInline let read: (Root, (Part) -> Void) -> Bool

        /// Changes the part, and returns whether there is one; `nil` if the part can only be read.
        ///
        /// It does not touch the property of an absent part, which may have observers.
        @usableFromInline let modify: ((inout Root, (inout Part) -> Void) -> Bool)?

        /// Whether the part is stored in the root, so that changing it runs no code of the program but case paths.
        let isInPlace: Bool

        /// Whether the part can be read without changing it.
        let isReadable: Bool

        @usableFromInline init(
            read: @escaping (Root, (Part) -> Void) -> Bool,
            modify: ((inout Root, (inout Part) -> Void) -> Bool)?,
            isInPlace: Bool = false,
            isReadable: Bool = true
        ) {
            self.read = read
            self.modify = modify
            self.isInPlace = isInPlace
            self.isReadable = isReadable
        }
    }

    @usableFromInline init(_ way: Way) { self.way = way }
}

extension Lens {
    /// A property.
    @usableFromInline init(_ keyPath: KeyPath<Root, Part>) {
        let writable = keyPath as? WritableKeyPath<Root, Part>
        if writable != nil, let offset = MemoryLayout<Root>.offset(of: keyPath) {
            self.init(.property(offset))
            return
        }
        var modify: ((inout Root, (inout Part) -> Void) -> Bool)?
        if let writable {
            modify = { root, body in
                body(&root[keyPath: writable])
                return true
            }
        }
        let read = { (root: Root, body: (Part) -> Void) in
            body(root[keyPath: keyPath])
            return true
        }
        self.init(.closures(Closures(read: read, modify: modify)))
    }

    /// The value of an optional property.
    @usableFromInline init(optional keyPath: KeyPath<Root, Part?>) {
        let writable = keyPath as? WritableKeyPath<Root, Part?>
        if writable != nil, let offset = MemoryLayout<Root>.offset(of: keyPath) {
            self.init(.optional(offset))
            return
        }
        var modify: ((inout Root, (inout Part) -> Void) -> Bool)?
        if let writable {
            modify = { root, body in
                root[keyPath: writable] != nil && root[keyPath: writable].modify(body) != nil
            }
        }
        self.init(
            .closures(
                Closures(read: { root, body in root[keyPath: keyPath].map(body) != nil }, modify: modify)
            )
        )
    }

    /// The payload of a case of an enum that a property holds.
    @inlinable
    init<Enum>(_ keyPath: KeyPath<Root, Enum>, case casePath: CasePath<Enum, Part>) {
        let whole = Lens<Root, Enum>(keyPath)
        self.init(
            .closures(
                Closures(
                    read: { root, body in
                        var isThere = false
                        _ = whole.read(root) { isThere = casePath.extract(from: $0).map(body) != nil }
                        return isThere
                    },
                    modify: { root, body in
                        if !whole.isInPlace, casePath.extract(from: root[keyPath: keyPath]) == nil {
                            return false
                        }
                        var isThere = false
                        _ = whole.modify(&root) { isThere = casePath.modify(&$0, body) != nil }
                        return isThere
                    },
                    isInPlace: whole.isInPlace
                )
            )
        )
    }

    /// A part that a closure reaches; the closure has to call its argument once.
    @usableFromInline init(modify: @escaping (inout Root, (inout Part) -> Void) -> Void) {
        self.init(
            .closures(
                Closures(
                    read: { root, body in
                        var copy = root
                        modify(&copy) { body($0) }
                        return true
                    },
                    modify: { root, body in
                        var isCalled = false
                        modify(&root) {
                            isCalled = true
                            body(&$0)
                        }
                        guard isCalled else {
                            preconditionFailure(
                                "The closure that reaches \(typeName(Part.self)) in \(typeName(Root.self)) must call its argument."
                            )
                        }
                        return true
                    },
                    isReadable: false
                )
            )
        )
    }

    /// The same part while it has an `id`: there is none while it has another.
    ///
    /// It is changed only after it was read, so the `id` is not checked again.
    func only(_ id: AnyHashable, _ identity: StateIdentity<Part>) -> Lens {
        Lens(
            .closures(
                Closures(
                    read: { root, body in
                        var isSame = false
                        _ = read(root) { part in
                            isSame = identity.isID(id, of: part)
                            if isSame { body(part) }
                        }
                        return isSame
                    },
                    modify: { root, body in modify(&root, body) },
                    isInPlace: isInPlace
                )
            )
        )
    }
}

extension Lens {
    /// The offset of the part in the root, if it is always there and stored inline.
    @inlinable var offset: Int? { if case .property(let offset) = way { offset } else { nil } }

    /// Whether the part is stored in the root, so that changing it runs no code of the program but case paths.
    @usableFromInline var isInPlace: Bool {
        if case .closures(let closures) = way { closures.isInPlace } else { true }
    }

    /// Whether the part can be changed.
    var isWritable: Bool {
        if case .closures(let closures) = way { closures.modify != nil } else { true }
    }

    /// Whether the part can be read without changing it.
    var isReadable: Bool {
        if case .closures(let closures) = way { closures.isReadable } else { true }
    }

    /// Shows the part to a closure.
    ///
    /// - Returns: Whether there is one.
    @inlinable
    @discardableResult
    func read(_ root: Root, _ body: (Part) -> Void) -> Bool {
        switch way {
        case .property(let offset):
            Self.read(root, at: offset, body)
            return true
        case .optional(let offset):
            return Lens<Root, Part?>.read(root, at: offset) { $0.map(body) != nil }
        case .closures(let closures):
            return closures.read(root, body)
        }
    }

    /// The same for a value at an address, of which no copy is made.
    @inlinable
    @discardableResult
    func read(at root: UnsafePointer<Root>, _ body: (Part) -> Void) -> Bool {
        guard let offset else { return read(root.pointee, body) }
        // As in `modify(_:at:_:)`.
        body(UnsafeRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Part.self).pointee)
        return true
    }

    /// Changes the part, in place if it is stored in the root; an absent one is not touched.
    ///
    /// - Returns: Whether there is one that can be changed.
    @inlinable
    @discardableResult
    func modify(_ root: inout Root, _ body: (inout Part) -> Void) -> Bool {
        switch way {
        case .property(let offset):
            Self.modify(&root, at: offset, body)
            return true
        case .optional(let offset):
            return Lens<Root, Part?>.modify(&root, at: offset) { $0.modify(body) != nil }
        case .closures(let closures):
            return closures.modify?(&root, body) ?? false
        }
    }

    /// Changes a part at an offset that `MemoryLayout.offset(of:)` gave.
    @inlinable
    static func modify<Result>(
        _ root: inout Root,
        at offset: Int,
        _ body: (inout Part) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &root) { pointer in
            // The offset answers only for a property that is stored inline, so `Part` lives there, and the exclusive
            // access to `root` covers it.
            let part = UnsafeMutableRawPointer(pointer).advanced(by: offset)
            return body(&part.assumingMemoryBound(to: Part.self).pointee)
        }
    }

    /// Shows a part at an offset that `MemoryLayout.offset(of:)` gave.
    @inlinable
    static func read<Result>(_ root: Root, at offset: Int, _ body: (Part) -> Result) -> Result {
        withUnsafePointer(to: root) { pointer in
            // As in `modify(_:at:_:)`.
            let part = UnsafeRawPointer(pointer).advanced(by: offset)
            return body(part.assumingMemoryBound(to: Part.self).pointee)
        }
    }
}

/// Distinguishes the states of one type by their `id`: a state with another `id` is another state (law 8).
///
/// Found once, when a tree is resolved. A type that is not `Identifiable` has none, and costs nothing.
@usableFromInline class StateIdentity<State> {
    /// The `id` of a state.
    func id(of state: State) -> AnyHashable { preconditionFailure("An identity is that of a type.") }

    /// Whether a state has an `id`.
    func isID(_ id: AnyHashable?, of state: State) -> Bool {
        preconditionFailure("An identity is that of a type.")
    }

    /// Remembers which state was seen last.
    func makeMemory() -> StateMemory<State> { preconditionFailure("An identity is that of a type.") }

    /// Identifies the states of this type; `nil` if they have no identity.
    static func ofStates() -> StateIdentity? {
        func make<Identified: Identifiable>(_: Identified.Type) -> AnyObject {
            IdentifiableStates<Identified>()
        }
        guard let type = State.self as? any Identifiable.Type else { return nil }
        return make(type) as? StateIdentity
    }
}

/// Remembers which state was seen last.
///
/// It does so after every action, so without boxing its `id`.
class StateMemory<State> {
    /// Whether this is not the state that was seen last, or the first one.
    func isAnother(_ state: State) -> Bool { preconditionFailure("A memory is that of a type.") }

    func see(_ state: State) {}

    func forget() {}
}

private final class IdentifiableStates<State: Identifiable>: StateIdentity<State> {
    override func id(of state: State) -> AnyHashable { AnyHashable(state.id) }

    override func isID(_ id: AnyHashable?, of state: State) -> Bool {
        // Unboxing one costs a fraction of boxing the other.
        guard let id = id?.base as? State.ID else { return false }
        return id == state.id
    }

    override func makeMemory() -> StateMemory<State> { IdentifiableMemory<State>() }
}

private final class IdentifiableMemory<State: Identifiable>: StateMemory<State> {
    private var last: State.ID?

    override func isAnother(_ state: State) -> Bool {
        guard let last else { return true }
        return last != state.id
    }

    override func see(_ state: State) { last = state.id }

    override func forget() { last = nil }
}
