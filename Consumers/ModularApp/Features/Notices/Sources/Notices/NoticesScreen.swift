// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The screen of the notices of any app that has some.
@MainActor
public struct NoticesScreen<State: NoticeBoard, Action>
where State.Notice: Equatable & CustomStringConvertible {
    private let store: Store<State, Action>

    /// Makes the screen for the store of an app, or of a part of one.
    public init(_ store: Store<State, Action>) { self.store = store }

    /// The lines of the screen.
    public var lines: [String] { store.notices.map { "(\($0))" } }
}
