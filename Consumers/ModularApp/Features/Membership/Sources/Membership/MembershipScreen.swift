// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

/// The screen of a membership.
@MainActor
public struct MembershipScreen {
    private let store: StoreOf<Membership>
    private let history: UndoHistory

    /// Makes the screen of a membership, whatever store that lives in.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - history: Where changes become steps that can be undone.
    public init(_ store: StoreOf<Membership>, undo history: UndoHistory) {
        self.store = store
        self.history = history
    }

    /// Takes another name.
    public func rename(to name: String) {
        let change = PropertyChange(\Member.name, from: store.member.name, to: name)
        store.send(
            .own(.rename(change)),
            undo: history,
            inverse: .own(.rename(change.inverted())),
            title: "rename"
        )
    }

    /// The lines of the screen.
    public var lines: [String] {
        ["card \(store.member.card): \(store.member.name), changed \(store.record.changes)×"]
    }
}
