// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why an action is not durable.
public enum CommitError: Error {
    /// The store was closed: the action was reported and dropped, and changed nothing.
    case dropped

    /// The log could not write the action.
    ///
    /// The store has reduced the action and has closed since. Open the store again to find out whether the action was written.
    case failed(any Error)
}

extension CommitError: CustomStringConvertible {
    /// The failure and its remedy.
    public var description: String {
        switch self {
        case .dropped: "The store was closed, so the action was dropped and changed nothing."
        case .failed(let error):
            "The actions could not be written, and the store has closed: \(error) Open it again to find out which are written."
        }
    }
}
