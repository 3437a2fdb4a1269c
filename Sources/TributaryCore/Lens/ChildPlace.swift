// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where children are in their parent's state: in one part of it, or in each row of a collection.
///
/// Reducers run children at a place, and scopes of stores show them. Its functions are specialized for the types of the states if it
/// is made where these are known.
@usableFromInline final class ChildPlace<Root, ID: Hashable & SendableMetatype, Part> {
    /// Shows the state of a child to a closure.
    ///
    /// Returns whether there is one.
    @usableFromInline let read: (Root, ID, (Part) -> Void) -> Bool

    /// Changes the state of a child in place; if there is none, the property of the place is not touched.
    ///
    /// Returns whether there is one.
    @usableFromInline let modify: (inout Root, ID, (inout Part) -> Void) -> Bool

    /// Whether children can be changed.
    @usableFromInline let isWritable: Bool

    /// The property or the case that has the part or the rows; `nil` if a closure reaches the part.
    @usableFromInline let path: AnyKeyPath?

    /// The type of a child's state in diagnostics.
    @usableFromInline let type: Any.Type

    /// The identity of the children's states, if they have one.
    @usableFromInline let identity: StateIdentity<Part>?

    /// The part of an only child; `nil` for rows.
    @usableFromInline let lens: Lens<Root, Part>?

    /// Whether there is always a child.
    @usableFromInline let isAlwaysThere: Bool

    /// Whether each row is joined with a row of another collection: it is another state then, even of the same type.
    @usableFromInline let isJoined: Bool

    /// The identifiers of the rows, in order; none of an only child.
    @usableFromInline let ids: (Root) -> [ID]

    /// The identifiers of the elements of the collection with their positions.
    @usableFromInline let positions: (Root) -> [ID: Int]

    /// Equal at two moments if no row changed, came or went in between.
    @usableFromInline let version: (Root) -> RowsVersion

    /// The rows that may have changed, come or gone since a version, each once; `nil` for all.
    @usableFromInline let changes: (Root, RowsVersion) -> ArraySlice<ID>?

    /// One part of the state.
    @inlinable
    init(_ lens: Lens<Root, Part>, at path: AnyKeyPath? = nil, isAlwaysThere: Bool) where ID == OnlyChild {
        read = { root, _, body in lens.read(root, body) }
        modify = { root, _, body in lens.modify(&root, body) }
        (self.lens, self.path, self.isAlwaysThere) = (lens, path, isAlwaysThere)
        (type, identity) = (Part.self, .ofStates())
        (isWritable, isJoined) = (lens.isWritable, false)
        ids = { _ in [] }
        positions = { _ in [:] }
        version = { _ in RowsVersion(own: .empty) }
        changes = { _, _ in nil }
    }

    /// The elements of a collection.
    @inlinable
    init(
        rows: Lens<Root, IdentifiedArray<ID, Part>>,
        at path: AnyKeyPath,
        of type: Any.Type = Part.self
    ) {
        (lens, self.path, isAlwaysThere) = (nil, path, false)
        (self.type, identity) = (type, .ofStates())
        (isWritable, isJoined) = (rows.isWritable, false)
        read = { root, id, body in
            rows.contains(in: root) { rows in
                guard let position = rows.positions[id] else { return false }
                body(rows.storage[position])
                return true
            }
        }
        modify = { root, id, body in
            rows.modify(&root, if: { $0.contains(id: id) }) { $0.modify(id: id, body) != nil }
        }
        ids = { rows.get($0) { $0.ids } ?? [] }
        positions = { rows.get($0) { $0.positions } ?? [:] }
        version = { RowsVersion(own: rows.get($0) { $0.log.version } ?? .empty) }
        changes = { root, version in rows.get(root) { $0.log.changes(since: version.own) } ?? nil }
    }

    /// The elements of a collection, each joined with a row of another one.
    init<Page>(
        rows pages: Lens<Root, IdentifiedArray<ID, Page>>,
        joining join: Join<Root, Page, Part>,
        at path: AnyKeyPath,
        of type: Any.Type = Part.self
    ) {
        (lens, self.path, isAlwaysThere) = (nil, path, false)
        (self.type, identity) = (type, .ofStates())
        (isWritable, isJoined) = (pages.isWritable, true)
        read = { root, id, body in
            pages.contains(in: root) { $0[id: id].map { join.read(root, $0, body) } ?? false }
        }
        modify = { root, id, body in
            pages.modifyApart(id, in: &root) { root, page in
                join.modify(&root, &page) { joined in
                    guard var part = joined.take() else { return }
                    body(&part)
                    joined = part
                }
            }
        }
        ids = { join.present(pages, in: $0) }
        positions = { pages.get($0) { $0.positions } ?? [:] }
        version = { RowsVersion(own: pages.get($0) { $0.log.version } ?? .empty, other: join.version($0)) }
        changes = { root, version in
            let mayHaveChanged = join.changes(root, version.other)
            return pages.get(root) { pages in
                let changes = pages.log.changes(since: version.own)
                guard var changes, let mayHaveChanged else { return changes }
                for (id, page) in zip(pages.ids, pages.storage)
                where mayHaveChanged(page) && !changes.contains(id) { changes.append(id) }
                return changes
            } ?? nil
        }
    }
}

extension ChildPlace where ID == OnlyChild {
    /// The value of an optional.
    @inlinable
    convenience init(optional state: KeyPath<Root, Part?>) {
        self.init(Lens(optional: state), at: state, isAlwaysThere: false)
    }

    /// The payload of a case.
    @inlinable
    convenience init(case state: StateCaseKeyPath<Root, Part>) {
        self.init(StatePath(keyPath: \.self)[keyPath: state].lens, at: state, isAlwaysThere: false)
    }
}

/// The identifier of a child that is the only one at its place.
@usableFromInline indirect enum OnlyChild: Hashable {
    /// Whatever its state is.
    case ofAnyState

    /// While its state has this `id`.
    case ofState(AnyHashable)

    /// The `id` of the state that is meant; `nil` for any state at the place.
    var id: AnyHashable? { if case .ofState(let id) = self { id } else { nil } }
}

extension ChildPlace {
    /// The identifier of an only child, whichever state it has; `nil` for rows.
    @usableFromInline var only: ID? { lens == nil ? nil : OnlyChild.ofAnyState as? ID }

    /// The name of a child in diagnostics.
    func name(_ id: ID) -> String {
        let property = (path as? PartialKeyPath<Root>).map { "at \(propertyName($0))" }
        let place = property ?? "in \(path == nil ? "" : "a case of ")\(typeName(Root.self))"
        return "\(typeName(type)) \(lens != nil ? "" : "with the identifier \(id) ")\(place)"
    }

    /// Reaches the state of one child.
    func lens(_ id: ID) -> Lens<Root, Part> {
        lens
            ?? Lens(isWritable: isWritable) { [read] in
                read($0, id, $1)
            } modify: { [modify] in
                modify(&$0, id, $1)
            }
    }

    /// Shows the state of a child to a closure, if it is the state with an `id`, or `stateID` is `nil`.
    ///
    /// Returns whether there is one.
    func read(_ root: Root, _ id: ID, _ stateID: AnyHashable?, _ body: (Part) -> Void) -> Bool {
        guard let stateID, let identity else { return read(root, id, body) }
        var isThere = false
        _ = read(root, id) { state in
            isThere = identity.isID(stateID, state)
            if isThere { body(state) }
        }
        return isThere
    }

    /// The identity of a child, to detect a replacement: its `id`, or its case and the `id` of that case's payload; `nil` if there
    /// is no child.
    func identify(_ root: Root, _ id: ID) -> AnyHashable? {
        var found: AnyHashable?
        _ = read(root, id) { part in
            if let identity { return found = identity.id(part) }
            guard lens != nil else { return found = AnyHashable(id) }
            let mirror = Mirror(reflecting: part)
            guard mirror.displayStyle == .enum, let payload = mirror.children.first else { return found = "" }
            let id = (payload.value as? any Identifiable).map { anyID($0) }
            found = AnyHashable([AnyHashable(payload.label), id])
        }
        return found
    }
}

private func anyID(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

extension Join {
    /// The identifiers of the elements of a collection whose rows are there, in order.
    func present<ID>(_ elements: Lens<Root, IdentifiedArray<ID, Page>>, in root: Root) -> [ID] {
        elements.get(root) { pages in
            zip(pages.ids, pages.storage).filter { isThere(root, $1) }.map(\.0)
        } ?? []
    }
}

/// A moment in the life of a collection of rows, and of the one that they are joined with, if they are.
@usableFromInline struct RowsVersion: Equatable {
    @usableFromInline let own: ChangeStamp
    let other: ChangeStamp

    @usableFromInline init(own: ChangeStamp, other: ChangeStamp = .empty) {
        self.own = own
        self.other = other
    }
}

/// The link from a parent's state to a child's, with both types erased.
///
/// A composed reducer makes one for each child, once. The effects of the child carry it, so that they can end when
/// the child's state goes away. The observers of a scope find their part with one.
@usableFromInline package final class StateLink {
    /// Calls a closure with each row that may have changed, come or gone since a version, which becomes that of now.
    ///
    /// Returns whether these are known; if not, it calls it with none.
    typealias Changes = (PartAddress, inout RowsVersion?, (AnyHashable) -> Void) -> Bool

    let parentType: Any.Type
    let childType: Any.Type

    /// The changes of the rows of which the child's state is one; never known if it is none.
    let changes: Changes

    /// Shows a child's state to a closure, given the parent's.
    ///
    /// Without an element it shows any state, with one only the state that has it as its `id`, or the row with this identifier.
    /// Returns whether there is one.
    let read: (PartAddress, AnyHashable?, (PartAddress) -> Void) -> Bool

    /// A link to the children at a place.
    init<Parent, ID, Child>(_ place: ChildPlace<Parent, ID, Child>) {
        (parentType, childType) = (Parent.self, Child.self)
        guard let only = place.only else {
            changes = { parent, last, body in
                parent.read { (parent: Parent) in
                    let (former, now) = (last, place.version(parent))
                    last = now
                    guard let former else { return false }
                    guard now != former else { return true }
                    guard let changes = place.changes(parent, former) else { return false }
                    // By position: code that is not specialized allocates for each element of a generic sequence.
                    for position in changes.indices { body(AnyHashable(changes[position])) }
                    return true
                }
            }
            read = { parent, id, body in
                guard let id = id?.base as? ID else { return false }
                return parent.read { place.read($0, id) { PartAddress.of($0, body) } }
            }
            return
        }
        changes = { _, _, _ in false }
        // The offset is smaller than the lens, and most children have one.
        if let offset = place.lens?.offset, place.identity == nil {
            read = { parent, _, body in
                body(parent.advanced(by: offset))
                return true
            }
        } else {
            read = { parent, id, body in
                parent.read { place.read($0, only, id) { PartAddress.of($0, body) } }
            }
        }
    }
}
