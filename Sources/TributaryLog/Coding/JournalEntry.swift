// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// The entry of an action, or of a reducer that was mounted.
package struct JournalEntry<Action> {
    /// `nil` for one that this version of the program has dropped, and for a mounted reducer.
    package var action: Action?

    /// When it was reduced.
    package var time: LogTime

    /// The entry whose effect or follow-up sent it; `nil` for an action from outside.
    package var cause: Int?

    /// The positions of the children that the action did not reach, because they are others than those that sent it.
    package var passed: [Int]?

    /// Whether its turn continues, although this is the last entry of a commit.
    package var isPart = false

    /// The reducer that runs from here on, or no longer.
    package var mount: RecordedMount?

    /// The step of an undo history that ends with this action.
    package var step: RecordedStep<Action>?

    /// The id under which it was sent, or, without an action, that of the claim of a node that owns the store from here on.
    package var command: String?

    /// The context in which it was sent, such as the trace of which it is a part.
    package var context: [String: String]?

    package init(action: Action?, time: LogTime, cause: Int?) {
        self.action = action
        self.time = time
        self.cause = cause
    }
}

extension JournalEntry: Sendable where Action: Sendable {}
