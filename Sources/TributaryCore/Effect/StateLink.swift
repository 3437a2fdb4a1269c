// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
