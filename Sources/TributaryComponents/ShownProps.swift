// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The props that a component shows, over all its connections.
@MainActor
final class ShownProps<Props: Equatable> {
    private var last: Props?

    nonisolated init() {}

    /// Stores props.
    ///
    /// Returns whether they differ from the shown ones.
    func change(to props: Props) -> Bool {
        guard props != last else { return false }
        last = props
        return true
    }

    /// Stores props that are shown in any case.
    func replace(with props: Props) { last = props }
}
