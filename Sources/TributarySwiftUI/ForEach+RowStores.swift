// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

extension ForEach {
    /// Shows the rows of a collection, each with a store of its own.
    ///
    /// ```swift
    /// ForEach(store.scope(state: \.rows, action: \.rows)) { row in RowView(store: row) }
    /// ```
    /// The list is rebuilt when rows come, go or move, but not when one changes. A row that SwiftUI still shows
    /// after its removal looks as it did last.
    ///
    /// In a row, `row.id` is the identity of its store. To push by the identifier of the row's state, use
    /// `NavigationLink(value: row.state.id)`.
    ///
    /// - Parameters:
    ///   - rows: The stores of the rows.
    ///   - content: Makes the view of a row.
    @MainActor
    public init<RowState, RowAction, Row: View>(
        _ rows: RowStores<ID, RowState, RowAction>,
        @ViewBuilder content: @escaping @MainActor (Store<RowState, RowAction>) -> Row
    ) where Data == [ID], Content == Row?, ID: SendableMetatype {
        self.init(rows.ids, id: \.self) { id in
            rows.shownStore(id).map(content)
        }
    }
}
#endif
