// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPresenting

@Suite("A question", .timeLimit(.minutes(30)))
struct AlertStateTests {}

extension AlertStateTests {
    private enum Answer: Equatable { case deleted, moved(Int) }

    @Test("is the same from blocks as from values")
    func blocks() {
        let alert: AlertState<Answer> = AlertState {
            TextState("Delete?")
        } actions: {
            ButtonState(role: .destructive, action: .deleted) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Keep") }
            ButtonState { TextState("Later") }
        } message: {
            TextState("For ever.")
        }
        let expected = AlertState<Answer>(
            "Delete?",
            message: "For ever.",
            buttons: [.destructive("Delete", action: .deleted), .cancel("Keep"), .default("Later")]
        )
        #expect(alert == expected)
        #expect(AlertState<Answer> { TextState("Delete?") } == AlertState("Delete?"))
    }

    @Test("has the answers that its conditions and loops make", arguments: [true, false])
    func conditions(isLast: Bool) {
        let alert = AlertState<Answer> {
            TextState("Move?")
        } actions: {
            for place in 1...2 { ButtonState(action: .moved(place)) { TextState("To \(place)") } }
            if isLast { ButtonState(role: .destructive, action: .deleted) { TextState("Delete") } }
            if isLast {
                ButtonState(role: .cancel) { TextState("Keep") }
            } else {
                ButtonState { TextState("Later") }
            }
        }
        let labels = ["To 1", "To 2"] + (isLast ? ["Delete", "Keep"] : ["Later"])
        #expect(alert.buttons.map(\.label) == labels && alert.message == nil)
        #expect(alert.buttons[1].action == .moved(2) && alert.buttons.last?.action == nil)
        #expect(alert.buttons.last?.role == (isLast ? .cancel : nil))
    }
}
