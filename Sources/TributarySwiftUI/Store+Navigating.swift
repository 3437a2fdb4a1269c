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
    ///   - action: Makes the action for the stack's new identifiers: fewer after the user went back, and one more after a link. The
    ///     reducer appends a state for each new one.
    /// - Returns: The binding.
    public func path<ID: Hashable, Element>(
        _ elements: KeyPath<State, IdentifiedArray<ID, Element>>,
        send action: @escaping ([ID]) -> Action
    ) -> Binding<[ID]> {
        binding(elements.appending(path: \.ids), send: action)
    }
}

extension Store where Action: CasePathable {
    /// The path of a navigation stack whose pages are a `Stack` of the state.
    ///
    /// ```swift
    /// NavigationStack(path: store.path(\.path, action: \.path)) {
    ///     RootView(store: store)
    ///         .navigationDestination(store, \.path, action: \.path) { page in PageView(store: page) }
    /// }
    /// ```
    /// When the user goes back, it sends `.pop(from:)` with the lowest page that goes. A path other than that of the lowest pages
    /// cannot come from the user. The view had it before the state changed, so it is ignored. To push, send an action: a link's
    /// value can be no state, which would have to be made before anybody follows the link.
    ///
    /// In a file that imports `TributarySwiftUI`, a property of the state called `path` is read as `store.state.path`.
    ///
    /// - Parameters:
    ///   - stack: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    /// - Returns: The binding.
    public func path<PageState, PageAction>(
        _ stack: KeyPath<State, Stack<PageState>>,
        action: CaseKeyPath<Action, StackAction<PageState, PageAction>>
    ) -> Binding<[StackElementID]> {
        let (ids, path) = (stack.appending(path: \.ids), CasePath(action))
        return Binding(
            get: { @MainActor in self[dynamicMember: ids] },
            set: { @MainActor ids in
                let lowest = self.withState { $0[keyPath: stack].lowestPage(above: ids) }
                if let lowest { self.send(path.embed(.pop(from: lowest))) }
            }
        )
    }
}
#endif
