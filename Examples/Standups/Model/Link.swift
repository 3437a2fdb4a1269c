// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place in the app, as a text to send to others: `standups://standup/ID/edit`.
package enum Link: Hashable, Sendable {
    /// The form for a new standup.
    case new
    case standup(Standup.ID)
    /// The form of a standup.
    case edit(Standup.ID)
    /// A new meeting of a standup.
    case record(Standup.ID)
    /// The transcript of a meeting, or the list of all meetings.
    case history(Standup.ID, Meeting.ID?)

    /// Parses a link; `nil` if the text is not one.
    package init?(_ text: String) {
        guard text.lowercased().hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count)
            .split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        if parts == ["new"] {
            self = .new
            return
        }
        guard parts.count >= 2, parts[0] == "standup", let id = UUID(uuidString: parts[1]) else { return nil }
        switch Array(parts.dropFirst(2)) {
        case []: self = .standup(id)
        case ["edit"]: self = .edit(id)
        case ["record"]: self = .record(id)
        case ["history"]: self = .history(id, nil)
        case let rest where rest.count == 2 && rest[0] == "history":
            guard let meeting = UUID(uuidString: rest[1]) else { return nil }
            self = .history(id, meeting)
        default: return nil
        }
    }

    private static let scheme = "standups://"
}

extension Link: CustomStringConvertible {
    /// The link as a text.
    package var description: String {
        let path =
            switch self {
            case .new: "new"
            case .standup(let id): "standup/\(id)"
            case .edit(let id): "standup/\(id)/edit"
            case .record(let id): "standup/\(id)/record"
            case .history(let id, nil): "standup/\(id)/history"
            case .history(let id, let meeting?): "standup/\(id)/history/\(meeting)"
            }
        return Self.scheme + path
    }
}
