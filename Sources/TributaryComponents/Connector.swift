// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes props from a state.
///
/// Use a type of its own for a mapping that is reused, tested, or has helpers.
///
/// ```swift
/// struct HeaderConnector: Connector {
///     let store: StoreHandle<App.State, App.Action>
///     func props(for state: User) -> Header.Props { … }
/// }
/// header.connect(to: store, state: \.user, props: HeaderConnector(store: store.handle).props)
/// ```
/// The connection keeps it alive. A component may be its own connector: `header.connect(to: store, state: \.user)`.
/// The connection does not keep it alive then.
public protocol Connector<State, Props> {
    /// The part of the state that the props are made from.
    associatedtype State

    /// The props that it makes.
    associatedtype Props

    /// Makes props; called on the store's actor, only when the state has changed.
    ///
    /// - Parameter state: The part of the state that is connected.
    /// - Returns: The props.
    func props(for state: State) -> Props
}
