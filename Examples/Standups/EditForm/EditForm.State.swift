// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
import Tributary

extension EditForm {
    /// A standup during editing.
    package struct State: Hashable, Sendable {
        package var standup: Standup
        /// The focused field.
        package var focus: Field?
        /// Whether the user has tried to save; problems are shown only afterwards.
        package internal(set) var hasTriedToSave = false

        /// Makes a form; without attendees, it begins with an empty row.
        package init(_ standup: Standup, firstAttendee: Attendee.ID) {
            self.standup = standup
            if standup.attendees.isEmpty { self.standup.attendees.append(Attendee(id: firstAttendee)) }
            focus = .title
        }
    }

    /// The fields of the form.
    package enum Field: Hashable, Sendable {
        case title
        case minutes
        case attendee(Attendee.ID)
    }

    /// The reason why a form cannot be saved.
    package enum Problem: Hashable, Sendable {
        case noTitle
        case longTitle
        case minutesOutOfRange
        case noAttendee
        case sameName(Attendee.ID, String)
    }
}

extension EditForm.State {
    /// The longest title, in characters.
    package static let titleLimit = 60

    /// The problems, in the order of the fields.
    package var problems: [EditForm.Problem] {
        var problems: [EditForm.Problem] = []
        let title = standup.title.trimmed
        if title.isEmpty { problems.append(.noTitle) }
        if title.count > Self.titleLimit { problems.append(.longTitle) }
        if !Standup.minutesRange.contains(standup.minutes) { problems.append(.minutesOutOfRange) }
        var names: Set<String> = []
        for attendee in standup.attendees where !attendee.name.trimmed.isEmpty {
            let name = attendee.name.trimmed
            if !names.insert(name.lowercased()).inserted { problems.append(.sameName(attendee.id, name)) }
        }
        if names.isEmpty { problems.append(.noAttendee) }
        return problems
    }

    /// The problems to show.
    package var shownProblems: [EditForm.Problem] { hasTriedToSave ? problems : [] }

    /// The standup without surrounding spaces and without empty rows.
    var cleaned: Standup {
        var standup = standup
        standup.title = standup.title.trimmed
        standup.attendees.removeAll { $0.name.trimmed.isEmpty }
        for id in standup.attendees.ids {
            standup.attendees.modify(id: id) { $0.name = $0.name.trimmed }
        }
        return standup
    }

    mutating func add(_ attendee: Attendee) {
        standup.attendees.append(attendee)
        focus = .attendee(attendee.id)
    }

    /// Removes a row; the focus moves to the row above, or to the one below.
    mutating func remove(_ id: Attendee.ID) {
        guard let position = standup.attendees.index(id: id) else { return }
        standup.attendees.remove(id: id)
        focus = nil
        guard !standup.attendees.isEmpty else { return }
        focus = .attendee(standup.attendees[max(0, position - 1)].id)
    }
}

extension EditForm.Problem {
    /// The field to fix.
    package var field: EditForm.Field? {
        switch self {
        case .noTitle, .longTitle: .title
        case .minutesOutOfRange: .minutes
        case .noAttendee: nil
        case .sameName(let id, _): .attendee(id)
        }
    }

    /// One sentence for the user.
    package var message: String {
        switch self {
        case .noTitle: "A standup needs a title."
        case .longTitle: "A title has at most \(EditForm.State.titleLimit) characters."
        case .minutesOutOfRange: "A standup takes 1 to 60 minutes."
        case .noAttendee: "Somebody has to come."
        case .sameName(_, let name): "“\(name)” is there twice."
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
