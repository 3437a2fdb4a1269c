// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import StandupsSpeech
import StandupsStorage
import Synchronization
import Tributary

extension Standup {
    /// A minute for three: each has 20 seconds.
    static let search = Standup(
        id: UUID(number: 100),
        title: "Search",
        minutes: 1,
        attendees: [.ada, .bob, .cem],
        meetings: [.monday]
    )
    static let export = Standup(id: UUID(number: 200), title: "Export", attendees: [.dot])
}

extension Attendee {
    static let ada = Attendee(id: UUID(number: 101), name: "Ada")
    static let bob = Attendee(id: UUID(number: 102), name: "Bob")
    static let cem = Attendee(id: UUID(number: 103), name: "Cem")
    static let dot = Attendee(id: UUID(number: 201), name: "Dot")
}

extension Meeting {
    static let monday = Meeting(
        id: UUID(number: 110),
        date: Date(timeIntervalSince1970: 1_800_000_000),
        seconds: 50,
        transcript: "All is well."
    )
}

extension Date {
    static let today = Date(timeIntervalSince1970: 1_900_000_000)
}

/// A place in memory that keeps standups, and may refuse to.
final class Shelf: Sendable {
    private let kept: Mutex<IdentifiedArrayOf<Standup>>
    private let failure: Mutex<KeepingFailure?>

    init(_ standups: IdentifiedArrayOf<Standup> = [], failure: KeepingFailure? = nil) {
        kept = Mutex(standups)
        self.failure = Mutex(failure)
    }

    /// The standups that the next program would read.
    var standups: IdentifiedArrayOf<Standup> { kept.withLock { $0 } }

    var keeper: StandupKeeper {
        StandupKeeper(
            load: {
                if let failure = self.failure.withLock({ $0 }), failure.operation == .load { throw failure }
                return self.standups
            },
            save: { standups in
                if let failure = self.failure.withLock({ $0 }), failure.operation == .save { throw failure }
                self.kept.withLock { $0 = standups }
            }
        )
    }

    /// Makes later attempts to store succeed.
    func mend() { failure.withLock { $0 = nil } }
}

extension Dependencies {
    /// Dependencies for every test of a feature: identifiers that count, a date, and speech by a clock.
    mutating func prepare(
        clock: any Clock<Duration> & Sendable,
        speech: ScriptedSpeech = ScriptedSpeech(),
        shelf: Shelf = Shelf()
    ) {
        self.clock = clock
        self.speech = speech.speechClient(clock: clock)
        settings = speech.settingsClient
        standupKeeper = shelf.keeper
        uuid = .incrementing
        date = .constant(.today)
    }
}
