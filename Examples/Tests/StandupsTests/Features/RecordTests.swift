// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import StandupsSpeech
import Testing
import Tributary
import TributaryTesting

@testable import StandupsRecord

@Suite("A meeting", .timeLimit(.minutes(30)))
struct RecordTests {
    private let clock = TestClock()

    private func store(
        isHeard: Bool = false,
        isBroken: Bool = false
    ) -> TestStore<Record.State, Record.Action> {
        TestStore(initialState: Record.State(.search, isHeard: isHeard)) {
            Record()
        } dependencies: {
            $0.prepare(
                clock: clock,
                speech: ScriptedSpeech(["One.", "Two."], permission: .granted, isBroken: isBroken)
            )
        }
    }

    @Test("gives each attendee the same time, and ends by itself")
    func time() async {
        let store = store()
        store.exhaustivity = .off
        await clock.advance(by: .seconds(19))
        await store.skipReceivedActions()
        #expect(store.state.speakerName == "Ada" && store.state.secondsLeftOfTurn == 1)
        await clock.advance(by: .seconds(1))
        await store.skipReceivedActions()
        #expect(store.state.speakerName == "Bob" && store.state.secondsLeftOfTurn == 20)
        await clock.advance(by: .seconds(20))
        await store.skipReceivedActions()
        #expect(store.state.speakerName == "Cem" && store.state.isLastSpeaker)
        await clock.advance(by: .seconds(19))
        await store.skipReceivedActions()
        #expect(store.state.secondsLeft == 1)
        await clock.advance(by: .seconds(1))
        await store.receive(.output(.ended(seconds: 60, transcript: "")))
        await store.finish()
    }

    @Test("skips to the next speaker, and asks after the last")
    func next() async {
        let store = store()
        await store.send(.nextSpeaker) { $0.seconds = 20 }
        await store.send(.nextSpeaker) { $0.seconds = 40 }
        await store.send(.nextSpeaker) { $0.alert = .end(isLastSpeaker: true) }
        await store.send(.alert(.save)) { $0.alert = nil }
        await store.receive(.output(.ended(seconds: 40, transcript: "")))
        await store.close()
    }

    @Test("does not advance while a question is open")
    func question() async {
        let store = store()
        await clock.advance(by: .milliseconds(900))
        await store.send(.end) { $0.alert = .end(isLastSpeaker: false) }
        await clock.advance(by: .seconds(30))
        await store.send(.alert(.dismissed)) { $0.alert = nil }
        await clock.advance(by: .seconds(1))
        await store.receive(.tick) { $0.seconds = 1 }
        await store.send(.end) { $0.alert = .end(isLastSpeaker: false) }
        await store.send(.alert(.discard)) { $0.alert = nil }
        await store.receive(.output(.discarded))
        await store.close()
    }

    @Test("records speech, also while a question is open")
    func transcript() async {
        let store = store(isHeard: true)
        await store.send(.end) { $0.alert = .end(isLastSpeaker: false) }
        await clock.advance(by: .seconds(5))
        await store.receive(.heard("One.")) { $0.transcript = "One." }
        await clock.advance(by: .seconds(5))
        await store.receive(.heard("One. Two.")) { $0.transcript = "One. Two." }
        await store.send(.alert(.save)) { $0.alert = nil }
        await store.receive(.output(.ended(seconds: 0, transcript: "One. Two.")))
        await store.close()
    }

    @Test("keeps the transcript when the microphone fails, and continues without")
    func broken() async {
        let store = store(isHeard: true, isBroken: true)
        store.exhaustivity = .off
        await clock.advance(by: .seconds(10))
        await store.receive(\.speechFailed)
        #expect(store.state.alert == .speechFailed("The microphone was unplugged."))
        #expect(store.state.microphone == .failed)
        #expect(store.state.transcript == "One.")
        let seconds = store.state.seconds
        await store.send(.alert(.dismissed))
        await clock.advance(by: .seconds(55))
        await store.finish()
        #expect(seconds >= 9 && store.state.seconds == 60)
    }

    @Test("of one second for each of more people than there are seconds is possible")
    func crowd() {
        let many = IdentifiedArrayOf<Attendee>(
            uniqueElements: (0..<100).map { Attendee(id: UUID(number: UInt64($0)), name: "\($0)") }
        )
        var state = Record.State(Standup(id: UUID(number: 0), minutes: 1, attendees: many), isHeard: false)
        #expect(state.turn == 1)
        state.seconds = 59
        #expect(state.speakerName == "59" && state.secondsLeftOfTurn == 1)
    }
}
