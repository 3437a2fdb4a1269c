// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryComponents

extension Component {
    /// Shows states one after the other, as if they were those of a store that the component is connected to.
    ///
    /// ```swift
    /// let header = Header()
    /// header.rehearse([.guest, ada, ada]) { user in Header.Props(title: "Hello, \(user.name)") }
    /// #expect(header.label.text == "Hello, Ada")
    /// ```
    /// The first props are always rendered. After that the mapping runs only when the state has changed, and `render`
    /// only when the props have.
    ///
    /// - Parameters:
    ///   - states: The states, one after every turn.
    ///   - props: Makes props from a state.
    public func rehearse<State: Equatable>(
        _ states: some Sequence<State>,
        props: (State) -> Props
    ) {
        var lastState: State?
        var lastProps: Props?
        for state in states where state != lastState {
            lastState = state
            let new = props(state)
            guard new != lastProps else { continue }
            lastProps = new
            render(new)
        }
    }

    /// Shows states one after the other, mapped by a connector.
    ///
    /// - Parameters:
    ///   - states: The states, one after every turn.
    ///   - connector: Makes props from a state.
    public func rehearse<State: Equatable>(
        _ states: some Sequence<State>,
        connector: some Connector<State, Props>
    ) {
        rehearse(states, props: connector.props(for:))
    }
}
