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

/// A collection's record of its changes, so that rows need not be looked up one by one after each action.
@usableFromInline struct RowsLink<Parent> {
    /// The moment in the life of the collection; `nil` if there is none.
    let moment: (Parent) -> RowsMoment?

    /// Calls a closure with each row that may have changed, come or gone since a moment.
    ///
    /// Returns whether the collection has recorded them; if not, some may have been passed on.
    let forEachChange: (Parent, RowsMoment, (AnyHashable) -> Void) -> Bool

    @usableFromInline init(
        moment: @escaping (Parent) -> RowsMoment?,
        forEachChange: @escaping (Parent, RowsMoment, (AnyHashable) -> Void) -> Bool
    ) {
        self.moment = moment
        self.forEachChange = forEachChange
    }
}

/// A moment in the life of a collection of rows.
@usableFromInline struct RowsMoment: Equatable {
    /// Equal at two moments if no row came or went in between.
    let membership: ChangeStamp

    /// Where the collection's log was; `nil` if it has none.
    @usableFromInline let cursor: ChangeCursor?

    /// The same of the collection that the rows are joined with, if they are.
    var joinedMembership: ChangeStamp?
    var joinedCursor: ChangeCursor?

    @usableFromInline init(membership: ChangeStamp, cursor: ChangeCursor?) {
        self.membership = membership
        self.cursor = cursor
    }
}
