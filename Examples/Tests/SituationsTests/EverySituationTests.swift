// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsSpeech
import Testing
import TributaryTesting

@Suite("Every situation of a flow", .timeLimit(.minutes(30)))
struct EverySituationTests {
    private func expect<Feature>(_ flow: CheckedFlow<Feature>, _ situations: Int, _ steps: Int) async {
        let result = await flow.result()
        #expect(result.notCovered == [] && result.counterexamples.isEmpty)
        #expect([result.situationCount, result.stepCount] == [situations, steps])
    }

    @Test("Adding and editing: a form of a standup")
    func form() async { await expect(StandupsFlows.form, 435, 3_988) }

    @Test("Adding, moving, and deleting: the list of standups")
    func list() async { await expect(StandupsFlows.list, 159, 1_728) }

    @Test(
        "Editing, sharing, deleting, and starting a meeting: a standup, whatever the permission to listen is"
    )
    func detail() async {
        await expect(StandupsFlows.detail(.unknown), 48, 498)
        await expect(StandupsFlows.detail(.granted), 17, 150)
        await expect(StandupsFlows.detail(.denied), 24, 225)
    }

    @Test("Reading and forgetting: the history of a standup")
    func history() async { await expect(StandupsFlows.history, 5, 17) }

    @Test("Recording, with a clock and a microphone that may fail: a meeting")
    func record() async { await expect(StandupsFlows.record, 102, 454) }

    @Test("Reading, following links, pushing and popping pages, and writing: the whole app of Standups")
    func app() async { await expect(StandupsFlows.app, 11_763, 78_673) }

    @Test("Entering, leaving, talking, and servers that end: a room on the server")
    func room() async { await expect(ChatFlows.room, 594, 11_178) }

    @Test("Connecting, losing a connection, and coming back: the connection of a client")
    func connection() async { await expect(ChatFlows.connection, 33, 119) }

    @Test("Talking over connections that are lost: the room of a client")
    func conversation() async { await expect(ChatFlows.conversation, 160, 2_240) }
}
