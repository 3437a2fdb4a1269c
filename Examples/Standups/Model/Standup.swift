// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Tributary

/// A daily meeting of a team: its title, length, attendees, and past meetings.
package struct Standup: Codable, Hashable, Identifiable, Sendable {
    package let id: UUID
    package var title: String
    /// The length of a meeting, in minutes.
    package var minutes: Int
    package var attendees: IdentifiedArrayOf<Attendee>
    /// The past meetings, the latest first.
    package var meetings: IdentifiedArrayOf<Meeting>

    /// The valid lengths of a meeting, in minutes.
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

    /// Decodes a standup, and refuses one that no form would accept.
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

    /// The length of a meeting.
    package var length: Duration { .seconds(60 * minutes) }

    /// The speaking time of each attendee: whole seconds, at least one.
    package var turn: Duration { .seconds(max(1, 60 * minutes / max(1, attendees.count))) }
}

/// An attendee of a standup.
package struct Attendee: Codable, Hashable, Identifiable, Sendable {
    package let id: UUID
    package var name: String

    package init(id: UUID, name: String = "") {
        self.id = id
        self.name = name
    }
}

/// A past meeting.
package struct Meeting: Codable, Hashable, Identifiable, Sendable {
    package let id: UUID
    package let date: Date
    /// Its length, in whole seconds.
    package let seconds: Int
    /// The recorded speech.
    package let transcript: String

    package init(id: UUID, date: Date, seconds: Int, transcript: String) {
        self.id = id
        self.date = date
        self.seconds = seconds
        self.transcript = transcript
    }
}
