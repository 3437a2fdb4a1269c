// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article for users of ReSwift", .timeLimit(.minutes(30)))
struct ComingFromReswiftTests {
    @Test func `has examples that print the output in their comments`() async {
        let printed = await ComingFromReSwift().used()
        #expect(printed == ["load", #"loaded(["Round Midnight", "Lullaby"])"#, "2 songs"])
        #expect(await ComingFromReSwift().thunk() == ["Lullaby"])
        #expect(ComingFromReSwift().bridged() == ["Lullaby"])
    }

    @Test func `has rows that are correct`() async {
        #expect(ComingFromReSwift().subscribed() == [4, 3, 2, 4])
        #expect(ComingFromReSwift().guarded() == ["true"])
        #expect(ComingFromReSwift().undone() == [true, false])
        #expect(await ComingFromReSwift().elsewhere())
        await ComingFromReSwift().recorded()
        let state = Music.State(playlist: Playlist.State(songs: ["Lullaby"]), isPlaying: true)
        #expect(ComingFromReSwift().reduced() == state)
    }
}
