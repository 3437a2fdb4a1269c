// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Passes on the first props, and then those that differ from the ones before.
final class PropsFilter<State, Props: Equatable> {
    private let map: (State) -> Props?
    private var last: Props?

    /// - Parameter map: Makes props; `nil` if the component that makes them is gone.
    init(_ map: @escaping (State) -> Props?) { self.map = map }

    /// The props for a state; `nil` if they equal the last ones.
    func changedProps(for state: State) -> Props? {
        guard let props = map(state), props != last else { return nil }
        last = props
        return props
    }
}
