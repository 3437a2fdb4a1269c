// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

extension Store {
    /// A navigation path whose elements have states of their own: the identifiers of a collection.
    ///
    /// ```swift
    /// NavigationStack(path: store.path(\.path, send: App.Action.pathChanged)) {
    ///     …
    ///     .navigationDestination(for: Page.State.ID.self) { id in
    ///         if let page = store.scope(state: \.path, action: \.path)[id: id] { PageView(store: page) }
    ///     }
    /// }
    /// ```
    /// If the path is an array of plain values, use `binding(_:send:)`. A link on this path has the identifier of a
    /// state, `NavigationLink(value: row.state.id)`, because `row.id` is the identity of the store.
    ///
    /// - Parameters:
    ///   - elements: The states of the path.
    ///   - action: Makes the action for the identifiers that the stack asks for: fewer after the user went back, and
    ///     one more after a link was followed. The reducer appends a state for each new one.
    /// - Returns: The binding.
    public func path<ID: Hashable, Element>(
        _ elements: KeyPath<State, IdentifiedArray<ID, Element>>,
        send action: @escaping ([ID]) -> Action
    ) -> Binding<[ID]> {
        binding(elements.appending(path: \.ids), send: action)
    }
}
#endif
