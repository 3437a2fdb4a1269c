// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How to reach a part of a value: a property, the value of an optional, the payload of a case, or what a closure
/// reaches.
///
/// The offset of a stored property is looked up once, when the lens is made; reaching the part then costs an
/// addition. A computed property that is named by a key path is read, changed and written back: key paths do not use
/// `_modify`. A closure reaches whatever Swift code can reach.
@usableFromInline
struct Lens<Root, Part> {
    @usableFromInline let way: Way

    @usableFromInline
    enum Way {
        /// A property that is stored inline.
        case property(Int)

        /// The value of an optional that is stored inline.
        case optional(Int)

        /// Anything else.
        case closures(Closures)
    }

    @usableFromInline
    struct Closures {
        /// Shows the part to a closure.
        ///
        /// Returns whether there is one.
        @usableFromInline let read: (Root, (Part) -> Void) -> Bool

        /// Changes the part, and tells whether there is one; `nil` where the part can only be read.
        ///
        /// It does not touch the property of an absent part, which may have observers.
        @usableFromInline let modify: ((inout Root, (inout Part) -> Void) -> Bool)?

        /// Whether the part is stored in the root, so that changing it runs no code of the program but case paths.
        @usableFromInline let isInPlace: Bool

        /// Whether the part can be read without changing it.
        @usableFromInline let isReadable: Bool

        @inlinable
        init(
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

    @inlinable
    init(_ way: Way) { self.way = way }
}

extension Lens {
    /// A property.
    @inlinable
    init(_ keyPath: KeyPath<Root, Part>) {
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
    @inlinable
    init(optional keyPath: KeyPath<Root, Part?>) {
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

    /// What a closure reaches, which is to call its argument once.
    @inlinable
    init(modify: @escaping (inout Root, (inout Part) -> Void) -> Void) {
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
    /// It is changed only where it was read just before, and so the `id` is not looked at again.
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
    /// Where the part lies in the root, if it is always there and stored inline.
    @inlinable var offset: Int? { if case .property(let offset) = way { offset } else { nil } }

    /// Whether the part is stored in the root, so that changing it runs no code of the program but case paths.
    @inlinable var isInPlace: Bool {
        if case .closures(let closures) = way { closures.isInPlace } else { true }
    }

    /// Whether the part can be changed.
    @inlinable var isWritable: Bool {
        if case .closures(let closures) = way { closures.modify != nil } else { true }
    }

    /// Whether the part can be read without changing it.
    @inlinable var isReadable: Bool {
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
