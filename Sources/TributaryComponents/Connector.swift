// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes props of a state, as a type of its own: for a mapping that is reused, tested, or has helpers.
///
/// ```swift
/// struct HeaderConnector: Connector {
///     let store: StoreHandle<App.State, App.Action>
///     func props(for state: User) -> Header.Props { … }
/// }
/// header.connect(to: store, state: \.user, connector: HeaderConnector(store: store.handle))
/// ```
/// The connection keeps it alive. A component may be its own connector: `header.connect(to: store, state: \.user)`;
/// the connection keeps it alive no more than others.
public protocol Connector<State, Props> {
    /// What the props are made of.
    associatedtype State

    /// What is made.
    associatedtype Props

    /// Makes props; called on the store's actor, only when the state has changed.
    ///
    /// - Parameter state: The part of the state that is connected.
    /// - Returns: The props.
    func props(for state: State) -> Props
}
