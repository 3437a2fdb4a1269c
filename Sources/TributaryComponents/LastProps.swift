// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The props that came last: from one connection, or those that a component shows, over all its connections.
final class LastProps<Props: Equatable> {
    private var last: Props?

    /// Stores props.
    ///
    /// Returns whether they differ from the last ones.
    func change(to props: Props) -> Bool {
        guard props != last else { return false }
        last = props
        return true
    }

    /// Stores props that are shown in any case.
    func replace(with props: Props) { last = props }
}
