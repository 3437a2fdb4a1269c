// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Tributary

/// A daily meeting of a team: what it is called, how long it may take, who comes, and what was said.
package struct Standup: Codable, Equatable, Identifiable, Sendable {
    package let id: UUID
    package var title: String
    /// How long a meeting may take, in minutes.
    package var minutes: Int
    package var attendees: IdentifiedArrayOf<Attendee>
    /// The meetings there were, the latest first.
    package var meetings: IdentifiedArrayOf<Meeting>

    /// How many minutes a meeting may have.
    package static let minutesRange = 1...60

    package init(
        id: UUID,
        title: String = "",
        minutes: Int = 15,
        attendees: IdentifiedArrayOf<Attendee> = [],
        meetings: IdentifiedArrayOf<Meeting> = []
    ) {
        self.id = id
        self.title = title
        self.minutes = minutes
        self.attendees = attendees
        self.meetings = meetings
    }

    /// Reads a standup, and refuses one that no form would have let pass.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(UUID.self, forKey: .id),
            title: try container.decode(String.self, forKey: .title),
            minutes: try container.decode(Int.self, forKey: .minutes),
            attendees: try container.decode(IdentifiedArrayOf<Attendee>.self, forKey: .attendees),
            meetings: try container.decode(IdentifiedArrayOf<Meeting>.self, forKey: .meetings)
        )
        guard Self.minutesRange.contains(minutes), !attendees.isEmpty else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "A standup takes 1 to 60 minutes and has attendees."
                )
            )
        }
    }

    /// How long a meeting may take.
    package var length: Duration { .seconds(60 * minutes) }

    /// How long each attendee may speak: whole seconds, and at least one.
    package var turn: Duration { .seconds(max(1, 60 * minutes / max(1, attendees.count))) }
}

/// Somebody who comes to a standup.
package struct Attendee: Codable, Equatable, Identifiable, Sendable {
    package let id: UUID
    package var name: String

    package init(id: UUID, name: String = "") {
        self.id = id
        self.name = name
    }
}

/// A meeting that took place.
package struct Meeting: Codable, Equatable, Identifiable, Sendable {
    package let id: UUID
    package let date: Date
    /// How long it took, in whole seconds.
    package let seconds: Int
    /// What was said, as far as it was heard.
    package let transcript: String

    package init(id: UUID, date: Date, seconds: Int, transcript: String) {
        self.id = id
        self.date = date
        self.seconds = seconds
        self.transcript = transcript
    }
}
