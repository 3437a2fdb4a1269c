// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The link from a parent's state to a child's, with both types erased.
///
/// A composed reducer makes one for each child, once. The effects of the child carry it, so that they can end when
/// the child's state goes away.
@usableFromInline package class StateLink {
    /// The child's lifetime below the parent's, or the parent's if the types do not match: an effect that was only
    /// mapped by hand lives as long as the parent that mapped it.
    package func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime { parent }
}

/// The link from a parent's state to a child's.
@usableFromInline final class TypedStateLink<Parent, Child>: StateLink {
    private let identity: StateIdentity<Child>?

    /// The rows of which the child's state is one, if it is.
    let rows: RowsLink<Parent>?
    private let readChild: (Parent, AnyHashable?, (Child) -> Void) -> Bool

    /// - Parameters:
    ///   - identity: Identifies the states of this child; without it, the element is the identifier of a row.
    ///   - rows: The rows of which the child's state is one, if it is.
    ///   - read: Shows the child's state to a closure. Returns whether there is any.
    @usableFromInline init(
        identity: StateIdentity<Child>? = nil,
        rows: RowsLink<Parent>? = nil,
        read: @escaping (Parent, AnyHashable?, (Child) -> Void) -> Bool
    ) {
        self.identity = identity
        self.rows = rows
        readChild = read
    }

    /// Shows the child's state to a closure.
    ///
    /// Returns whether there is any, and it is the same one.
    func read(_ parent: Parent, _ element: AnyHashable?, _ body: (Child) -> Void) -> Bool {
        guard let identity else { return readChild(parent, element, body) }
        var isSame = false
        _ = readChild(parent, element) { child in
            isSame = identity.isID(element, of: child)
            if isSame { body(child) }
        }
        return isSame
    }

    package override func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
        (parent as? StateLifetime<Parent>)?.child(self, element: element) ?? parent
    }
}

/// A collection of rows that are children, with the type of the rows erased.
@usableFromInline struct RowsLink<Parent> {
    let version: (Parent) -> RowsVersion

    /// Calls a closure with each row that may have changed, come or gone since a version.
    ///
    /// Returns whether these are known; if not, it calls it with none.
    let forEachChange: (Parent, RowsVersion, (AnyHashable) -> Void) -> Bool

    @usableFromInline init<Rows: ChildRows>(_ rows: Rows) where Rows.Root == Parent {
        version = rows.version
        forEachChange = { root, version, body in
            guard let changes = rows.changes(in: root, since: version) else { return false }
            // By position: code that is not specialized allocates for each element of a generic sequence.
            for position in changes.indices { body(AnyHashable(changes[position])) }
            return true
        }
    }
}
