// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsAppFeature
import StandupsModel
import StandupsSpeech
import StandupsStorage
import TerminalKit
import Testing
import Tributary

@testable import Standups

@MainActor
@Suite("A transcript", .timeLimit(.minutes(30)))
struct TranscriptTests {
    private func transcript(
        of lines: [String],
        shelf: Shelf = Shelf([.search, .export]),
        speech: ScriptedSpeech = ScriptedSpeech(["One.", "Two."]),
        link: String? = nil
    ) async -> [String] {
        await session(lines, shelf, speech, link).output
    }

    private func session(
        _ lines: [String],
        _ shelf: Shelf = Shelf([.search, .export]),
        _ speech: ScriptedSpeech = ScriptedSpeech(["One.", "Two."]),
        _ link: String? = nil
    ) async -> (output: [String], failures: Int) {
        let clock = SteppedClock()
        // No complaint of the library belongs into a session, however clumsy the commands are.
        let reporter = DiagnosticReporter { Issue.record("\($0)") }
        let desk = Desk(keeper: shelf.keeper, speech: speech, clock: clock, reporter: reporter) {
            $0.uuid = .incrementing
            $0.date = .constant(.today)
        }
        if let link { desk.store.send(.follow(link)) }
        var lines = lines[...]
        var output: [String] = []
        let mode = LineMode(desk: desk, clock: clock, isEchoing: true) { output.append($0) }
        let failures = await mode.run { lines.popFirst() }
        await desk.close()
        if let words = desk.lastWords { output.append("!! " + words) }
        return (output, failures)
    }

    @Test(
        "counts lines that failed and forms that could not be saved, but not the content of a form",
        arguments: [
            (["list", "open 1", "look", "help", "back"], 0),
            (["fly", "open 7", "skip", "wait 3", "open 1"], 4),
            (["add", "save", "title Daily", "look", "attendee Eve", "save"], 1),
            (["add", "minutes soon", "back"], 1),
            (["follow gopher://new", "look", "1", "list"], 1),
            (["quit", "fly"], 0),
        ]
    )
    func failures(lines: [String], count: Int) async {
        #expect(await session(lines).failures == count)
    }

    @Test("describes a new standup, and the missing fields in its form")
    func add() async {
        let shelf = Shelf()
        let output = await transcript(
            of: [
                "add", "save", "title Daily", "minutes 61", "minutes soon", "attendee Eve",
                "attendee eve", "save", "minutes 10", "remove 2", "attendee  Fay ", "save", "open 1",
            ],
            shelf: shelf
        )
        #expect(output.contains("1. Daily · 10 min · 2 attendees"))
        #expect(output.contains("! “soon” is no number."))
        #expect(output.contains("! A standup needs a title."))
        #expect(output.contains("! A standup takes 1 to 60 minutes."))
        #expect(output.contains("! “eve” is there twice."))
        #expect(output.last == "0 meetings")
        #expect(shelf.standups.map(\.title) == ["Daily"])
    }

    @Test("describes a meeting: the speaker, the speech, and the stored result")
    func meeting() async {
        let shelf = Shelf([.search])
        let output = await transcript(
            of: [
                "open 1", "record", "wait 6", "skip", "wait 1", "end", "wait 5", "back", "end", "1",
                "history 1",
            ],
            shelf: shelf
        )
        #expect(
            Array(output.drop { $0 != "> record" }) == [
                "> record", "== Search · 1:00 left", "> Ada (0:20)", "  Bob", "  Cem", "…",
                "> wait 6", "== Search · 0:54 left", "> Ada (0:14)", "  Bob", "  Cem", "One.",
                "> skip", "== Search · 0:40 left", "✓ Ada", "> Bob (0:20)", "  Cem", "One.",
                "> wait 1", "== Search · 0:39 left", "✓ Ada", "> Bob (0:19)", "  Cem", "One.",
                "> end", "== End the meeting?", "The clock stands still while you think.",
                "1. Save and end", "2. Discard", "3. Go on",
                "> wait 5", "! Nothing is going on.",
                "> back", "== Search · 0:39 left", "✓ Ada", "> Bob (0:19)", "  Cem", "One.",
                "> end", "== End the meeting?", "The clock stands still while you think.",
                "1. Save and end", "2. Discard", "3. Go on",
                "> 1", "== Search", "1 minute, 0:20 for each of Ada, Bob, Cem", "Begin a meeting", "Change",
                "Share", "Delete", "2 meetings", "  1. 2030-03-17 · 0:21", "  2. 2027-01-15 · 0:50",
                "> history 1", "== Search · 2030-03-17", "0:21 long", "One.",
            ]
        )
        #expect(shelf.standups[0].meetings.count == 2)
    }

    @Test("ends a meeting by itself when its time is over")
    func over() async {
        let output = await transcript(of: ["open 1", "record", "wait 3600", "wait 1"])
        #expect(output.contains("  1. 2030-03-17 · 1:00"))
        #expect(output.last == "! Nothing is going on.")
    }

    @Test("reports that speech recognition failed, or is not permitted")
    func microphones() async {
        let broken = await transcript(
            of: ["open 1", "record", "wait 30", "1", "wait 1"],
            speech: ScriptedSpeech(["One."], isBroken: true)
        )
        #expect(broken.contains("== Nothing is heard any more."))
        #expect(broken.last == "One. [nothing is heard any more]")
        let denied = await transcript(
            of: ["open 1", "record", "add", "7", "1", "record"],
            speech: ScriptedSpeech(["One."], answer: .denied)
        )
        #expect(denied.contains("== The app may not hear you."))
        #expect(denied.contains("! Answer the question first."))
        #expect(denied.contains("! There is no button 7."))
        #expect(denied.last == "…")
    }

    @Test("stores the transcript when the lines end in the middle of a meeting")
    func middle() async {
        let shelf = Shelf([.search])
        _ = await transcript(of: ["open 1", "record", "wait 7", "quit"], shelf: shelf)
        #expect(shelf.standups[0].meetings.first?.seconds == 7)
        #expect(shelf.standups[0].meetings.first?.transcript == "One.")
    }

    @Test("reports that nothing is stored, at once and at the end")
    func notKept() async {
        let shelf = Shelf([.search, .export], failure: KeepingFailure(.save, reason: "The disk is full."))
        let output = await transcript(of: ["move 1 2", "back", "open 2", "record", "wait 2"], shelf: shelf)
        #expect(output.contains("== Your standups could not be kept."))
        #expect(output.last?.hasPrefix("!! Your standups could not be kept. The disk is full.") == true)
        #expect(shelf.standups.map(\.title) == ["Search", "Export"])
    }

    @Test("begins with a link, and reports one that leads to nothing")
    func links() async {
        let there = await transcript(of: [], link: "\(Link.history(Standup.search.id, Meeting.monday.id))")
        #expect(there.suffix(2) == ["0:50 long", "All is well."])
        let missing = await transcript(of: ["back"], link: "\(Link.standup(UUID(number: 9)))")
        #expect(missing.first == "== That standup is not here.")
        #expect(missing.last == "2. Export · 15 min · 1 attendee")
        let shared = await transcript(of: ["open 2", "share"])
        #expect(shared.last == "\(Link.standup(Standup.export.id))")
    }

    @Test(
        "refuses impossible commands, and is the same each time, whatever the commands",
        arguments: 1...8 as ClosedRange<UInt64>
    )
    func random(seed: UInt64) async {
        let choices = [
            "list", "add", "open 1", "open 2", "open 9", "move 1 2", "delete 1", "delete", "edit", "share",
            "title Daily", "minutes 7", "attendee Eve", "rename 1 Ida", "rename 9 Ida", "remove 1", "save",
            "save", "record", "record", "wait 3", "wait 9", "skip", "end", "history", "history 1", "forget 1",
            "1", "2", "3", "answer 1", "back", "back", "look", "help", "sing", "move", "wait", "open x",
            "follow standups://new", "follow \(Link.record(Standup.search.id))", "follow x",
        ]
        var state = seed
        let lines = (0..<200).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return choices[Int(state >> 33) % choices.count]
        }
        let first = await transcript(of: lines)
        #expect(await transcript(of: lines) == first)
        #expect(first.contains("! Nothing is going on.") || first.contains { $0.hasPrefix("! ") })
    }
}
