// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
        guard let lens = place.lens else {
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
        let identity = place.identity
        // The offset is smaller than the lens, and most children have one.
        if let offset = lens.offset, identity == nil {
            read = { parent, _, body in
                body(parent.advanced(by: offset))
                return true
            }
        } else {
            read = { parent, id, body in
                var isThere = false
                _ = parent.read { (parent: Parent) in
                    lens.read(parent) { child in
                        isThere = id == nil || identity?.isID(id, child) != false
                        if isThere { PartAddress.of(child, body) }
                    }
                }
                return isThere
            }
        }
    }
}
