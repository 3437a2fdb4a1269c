// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Reaches a part of a value: a property, the value of an optional, the payload of a case, or a part that a closure reaches.
///
/// The offset of a stored property is looked up once, when the lens is made; each access then costs an addition. A computed
/// property is read, changed, and written back, because key paths do not use `_modify`. A closure can reach any part.
@usableFromInline struct Lens<Root, Part> {
    /// The offset of the part in the root, if it is always there, stored inline, and can be changed.
    @usableFromInline let offset: Int?

    /// Shows the part to a closure.
    ///
    /// Returns whether there is one.
    @usableFromInline let readPart: (Root, (Part) -> Void) -> Bool

    /// Changes the part.
    ///
    /// Returns whether there is one. It does not touch the property of an absent part, which may have observers.
    @usableFromInline let modifyPart: (inout Root, (inout Part) -> Void) -> Bool

    /// Whether the part is stored in the root, so that changing it runs no code of the program but case paths.
    @usableFromInline let isInPlace: Bool

    /// Whether the part can be read without changing it.
    let isReadable: Bool

    /// Whether the part can be changed.
    @usableFromInline let isWritable: Bool

    @usableFromInline init(
        offset: Int? = nil,
        isInPlace: Bool = false,
        isReadable: Bool = true,
        isWritable: Bool = true,
        read: @escaping (Root, (Part) -> Void) -> Bool,
        modify: @escaping (inout Root, (inout Part) -> Void) -> Bool
    ) {
        self.offset = offset
        self.isInPlace = isInPlace
        self.isReadable = isReadable
        self.isWritable = isWritable
        readPart = read
        modifyPart = modify
    }
}

extension Lens {
    /// A property.
    @usableFromInline init(_ keyPath: KeyPath<Root, Part>) {
        let writable = keyPath as? WritableKeyPath<Root, Part>
        let offset = writable.flatMap { MemoryLayout<Root>.offset(of: $0) }
        self.init(offset: offset, isInPlace: offset != nil, isWritable: writable != nil) { root, body in
            body(root[keyPath: keyPath])
            return true
        } modify: { root, body in
            guard let writable else { return false }
            body(&root[keyPath: writable])
            return true
        }
    }

    /// A part of another part, which may be absent.
    @inlinable
    init<Whole>(
        in whole: Lens<Root, Whole>,
        read: @escaping (Whole, (Part) -> Void) -> Bool,
        modify: @escaping (inout Whole, (inout Part) -> Void) -> Bool
    ) {
        self.init(isInPlace: whole.isInPlace, isWritable: whole.isWritable) { root, body in
            whole.contains(in: root) { read($0, body) }
        } modify: { root, body in
            whole.modify(&root, if: { read($0) { _ in } }) { modify(&$0, body) }
        }
    }

    /// The value of an optional property.
    @inlinable
    init(optional keyPath: KeyPath<Root, Part?>) {
        self.init(in: Lens<Root, Part?>(keyPath)) { whole, body in
            whole.map(body) != nil
        } modify: { whole, body in
            whole.modify(body) != nil
        }
    }

    /// The payload of a case of an enum that a property holds.
    @inlinable
    init<Enum>(_ keyPath: KeyPath<Root, Enum>, case casePath: CasePath<Enum, Part>) {
        self.init(in: Lens<Root, Enum>(keyPath)) { whole, body in
            casePath.extract(from: whole).map(body) != nil
        } modify: { whole, body in
            casePath.modify(&whole, body) != nil
        }
    }

    /// A part that a closure reaches; the closure has to call its argument once.
    @usableFromInline init(modify: @escaping (inout Root, (inout Part) -> Void) -> Void) {
        self.init(isReadable: false) { root, body in
            var copy = root
            modify(&copy) { body($0) }
            return true
        } modify: { root, body in
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
        }
    }
}

extension Lens {
    /// Shows the part to a closure.
    ///
    /// - Returns: Whether there is one.
    @inlinable
    @discardableResult
    func read(_ root: Root, _ body: (Part) -> Void) -> Bool {
        guard let offset else { return readPart(root, body) }
        PartAddress.of(root) { $0.advanced(by: offset).read(body) }
        return true
    }

    /// A value that is read from the part, if there is one.
    ///
    /// Pass a closure, and no key path: code that is not specialized makes the key path in each call.
    @inlinable
    func get<Value>(_ root: Root, _ value: (Part) -> Value) -> Value? {
        var result: Value?
        read(root) { result = value($0) }
        return result
    }

    /// Whether there is a part with something that a closure finds in it.
    @inlinable
    func contains(in root: Root, _ find: (Part) -> Bool) -> Bool {
        var isFound = false
        read(root) { isFound = find($0) }
        return isFound
    }

    /// Changes the part, in place if it is stored in the root; an absent one is not touched.
    ///
    /// - Returns: Whether there is one that can be changed.
    @inlinable
    @discardableResult
    func modify(_ root: inout Root, _ body: (inout Part) -> Void) -> Bool {
        guard let offset else { return modifyPart(&root, body) }
        Self.modify(&root, at: offset, body)
        return true
    }

    /// Changes something in the part, without setting a computed property if it is not there.
    ///
    /// - Returns: Whether it was there.
    @inlinable
    func modify(_ root: inout Root, if isThere: (Part) -> Bool, _ body: (inout Part) -> Bool) -> Bool {
        guard isInPlace || contains(in: root, isThere) else { return false }
        var isChanged = false
        modify(&root) { isChanged = body(&$0) }
        return isChanged
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

    /// Changes an element of a collection, which leaves the collection meanwhile, so that it is changed in place.
    ///
    /// The closure may move the element out, and gets the root, to change other parts of it.
    ///
    /// - Returns: Whether there is the element, and the result of the closure.
    func modifyApart<ID, Element>(
        _ id: ID,
        in root: inout Root,
        _ body: (inout Root, inout Element?) -> Bool
    ) -> Bool where Part == IdentifiedArray<ID, Element> {
        var (element, position) = (Element?.none, Int?.none)
        if isInPlace {
            modify(&root) { elements in
                position = elements.positions[id]
                if let position { element = elements.takeOut(at: position) }
            }
        } else {
            // Code of the program that runs in between finds the element where it was (law 14).
            read(root) { element = $0[id: id] }
        }
        guard element != nil else { return false }
        let isThere = body(&root, &element)
        if position != nil {
            modify(&root) { $0.putBack(element.take(), at: position, id: id) }
        } else if isThere {
            modify(&root) { $0[id: id] = element.take() }
        }
        return isThere
    }
}

/// The address of a part of a state, valid while the code that has it may read the whole state.
///
/// Code that is not specialized for the program's types passes on addresses, because looking up these types takes longer than a read.
@usableFromInline struct PartAddress {
    @usableFromInline let pointer: UnsafeRawPointer

    @inlinable
    init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

    /// Passes the address of a part to a closure; it is valid until the closure returns.
    @inlinable
    static func of<Part>(_ part: Part, _ body: (PartAddress) -> Void) {
        withUnsafePointer(to: part) { body(PartAddress($0)) }
    }

    /// The address of a part of this part, at an offset that `MemoryLayout.offset(of:)` gave.
    @inlinable
    func advanced(by offset: Int) -> PartAddress { PartAddress(pointer.advanced(by: offset)) }

    /// Passes the part to a closure; its type has to be the one that is at the address.
    ///
    /// Borrowed, and of any type, because code that is not specialized would copy a copyable part for the call.
    @inlinable
    func read<Part: ~Copyable, Result>(_ body: (borrowing Part) throws -> Result) rethrows -> Result {
        try body(pointer.assumingMemoryBound(to: Part.self).pointee)
    }
}

/// Distinguishes the states of one type by their `id`: a state with another `id` is another state (law 8).
///
/// Found once, when a tree is resolved. A type that is not `Identifiable` has none, and costs nothing.
@usableFromInline final class StateIdentity<State> {
    /// The `id` of a state.
    @usableFromInline let id: (State) -> AnyHashable

    /// Whether a state has an `id`.
    let isID: (AnyHashable?, State) -> Bool

    private init(id: @escaping (State) -> AnyHashable, isID: @escaping (AnyHashable?, State) -> Bool) {
        (self.id, self.isID) = (id, isID)
    }

    /// Identifies the states of this type; `nil` if they have no identity.
    @usableFromInline static func ofStates() -> StateIdentity? {
        func make<Identified: Identifiable>(_: Identified.Type) -> Any {
            StateIdentity<Identified> {
                AnyHashable($0.id)
            } isID: { id, state in
                // Unboxing one costs a fraction of boxing the other, and in a `switch` it needs no optional of the type.
                guard let base = id?.base else { return false }
                return switch base {
                case let id as Identified.ID: id == state.id
                default: false
                }
            }
        }
        return (State.self as? any Identifiable.Type).flatMap { make($0) as? StateIdentity }
    }
}

/// A path into a state through properties, which may end in a case of an enum.
///
/// Key paths such as `\.path.detail` begin at the path to the state itself, and continue through properties and cases by name. Use
/// them for arguments that name a case of the state, as in `.ifCaseLet(\.path.detail, action: \.detail) { … }`.
@dynamicMemberLookup
public struct StatePath<Root, Value> {
    @usableFromInline let keyPath: WritableKeyPath<Root, Value>

    @usableFromInline init(keyPath: WritableKeyPath<Root, Value>) { self.keyPath = keyPath }

    // The compiler tries the members in this order when it looks for a mistake. With the likelier one first, it finds the mistake
    // at once instead of trying all combinations of a long body.

    /// Continues through a property.
    public subscript<Next>(dynamicMember next: WritableKeyPath<Value, Next>) -> StatePath<Root, Next> {
        StatePath<Root, Next>(keyPath: keyPath.appending(path: next))
    }

    /// Ends in a case.
    @inlinable
    public subscript<Payload>(dynamicMember next: CaseKeyPath<Value, Payload>) -> StateCasePath<Root, Payload>
    where Value: CasePathable {
        StateCasePath(keyPath, case: CasePath(next))
    }
}

/// A path to the payload of one case of an enum that is a state, or is somewhere in a state.
public struct StateCasePath<Root, Payload> {
    @usableFromInline let lens: Lens<Root, Payload>

    /// Sets the enum to `nil`, if it is optional.
    @usableFromInline let close: ((inout Root) -> Void)?

    /// Makes the path from a property that holds an enum, and a case of that enum.
    ///
    /// - Parameters:
    ///   - keyPath: Leads to the enum.
    ///   - casePath: Leads on to the payload.
    @inlinable
    public init<Enum>(_ keyPath: WritableKeyPath<Root, Enum>, case casePath: CasePath<Enum, Payload>) {
        lens = Lens(keyPath, case: casePath)
        close = absence(of: Enum.self).map { none in { $0[keyPath: keyPath] = none } }
    }
}

extension StateCasePath {
    /// Changes the payload at the name of a case in place.
    ///
    /// Returns whether the enum is in the case.
    package static func modify(
        _ root: inout Root,
        at name: StateCaseKeyPath<Root, Payload>,
        _ body: (inout Payload) -> Void
    ) -> Bool {
        StatePath(keyPath: \.self)[keyPath: name].lens.modify(&root, body)
    }
}

/// The absent value of an optional type; `nil` if the type is not optional.
@usableFromInline func absence<Value>(of _: Value.Type) -> Value? {
    func make(_ type: (some ExpressibleByNilLiteral).Type) -> Any { type.init(nilLiteral: ()) }
    return (Value.self as? any ExpressibleByNilLiteral.Type).flatMap { make($0) as? Value }
}

/// The name of a case somewhere in a state: a property path that ends in a case, such as `\.path.detail`.
///
/// The enum may be optional.
public typealias StateCaseKeyPath<Root, Payload> = KeyPath<
    StatePath<Root, Root>, StateCasePath<Root, Payload>
>
