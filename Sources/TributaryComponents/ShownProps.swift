// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// What a component shows, whichever of its connections it came through.
@MainActor
final class ShownProps<Props: Equatable> {
    private var last: Props?

    nonisolated init() {}

    /// Notes props; tells whether they differ from what is shown.
    func change(to props: Props) -> Bool {
        guard props != last else { return false }
        last = props
        return true
    }

    /// Notes props that are shown whatever was shown before.
    func replace(with props: Props) { last = props }
}
