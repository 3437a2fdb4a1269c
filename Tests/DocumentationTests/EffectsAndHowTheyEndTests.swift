// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on effects", .timeLimit(.minutes(30)))
struct EffectsAndHowTheyEndTests {
    @Test func `has a test that passes, and a feature that retries before it fails`() async {
        await EffectsAndHowTheyEnd().test()
        await EffectsAndHowTheyEnd().failing()
    }

    @Test func `has a parent that cancels the effects of its child, and continues its own`() async {
        await EffectsAndHowTheyEnd().closed()
        #expect(await EffectsAndHowTheyEnd().waited() == ["Dear Ada"])
    }

    @Test func `saves delayed changes at the end`() async {
        #expect(await EffectsAndHowTheyEnd().quit() == ["Dear Ada"])
    }
}
