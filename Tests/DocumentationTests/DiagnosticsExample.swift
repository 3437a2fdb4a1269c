// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The code on the pages of the diagnostics, which causes each of them.
@MainActor
struct Diagnostics {
    /// Code that does not stop the program, by the number of its diagnostic.
    let reported: [Int: () async -> Void] = [
        1: absentChild, 3: sendAfterClose, 4: closedTwice, 5: uncaughtEffectError, 6: endlessTurn,
        8: duplicateIdentifier, 9: identifierChanged, 11: actionNotEmbedded,
        12: scopeClosed, 13: mountedOnView, 15: attachedAfterClose,
        16: sendAfterEffectEnd, 17: effectLimitBelowOne, 19: unimplementedDependency,
        20: dependencyOutsideStore, 21: undoAfterClose, 22: actionsDroppedByClose,
        23: effectsDroppedByClose, 26: tickIntervalNotPositive, 27: caseNotOptional, 28: storageFailed,
        47: manyObservers, 48: bodyAndFunction,
    ]

    private static func absentChild() {
        // page: 1
        let store = Store(initialState: Room.State(lamp: nil)) { Room() }
        store.send(.lamp(.toggle))  // there is no lamp
        // page: end
    }

    private static func sendAfterClose() {
        // page: 3
        let store = Store(initialState: Lamp.State()) { Lamp() }
        store.close()
        store.send(.toggle)
        // page: end
    }

    private static func closedTwice() {
        // page: 4
        let store = Store(initialState: Lamp.State()) { Lamp() }
        store.close()
        store.close()
        // page: end
    }

    private static func uncaughtEffectError() async {
        // page: 5
        let store = Store(initialState: 0) {
            Reduce<Int, String> { _, _ in
                .run { _ in throw Offline() }  // without `catch:`
            }
        }
        await store.send("load").finish()
        // page: end
    }

    private static func endlessTurn() {
        // page: 6
        let store = Store(initialState: 0) {
            Reduce<Int, String> { count, action in
                count += 1
                guard count < 20_000 else { return .none }
                return .send(action == "ping" ? "pong" : "ping")
            }
        }
        store.send("ping")
        // page: end
    }

    private static func duplicateIdentifier() {
        // page: 8
        let words = IdentifiedArray(uniqueElements: ["ant", "bee", "asp"], id: \.first)
        // page: end
        precondition(words.count == 2)
    }

    private static func identifierChanged() {
        // page: 9
        var words = IdentifiedArray(uniqueElements: ["ant", "bee"], id: \.first)
        words.modify(id: "a") { word in word = "cat" }
        // page: end
    }

    private static func actionNotEmbedded() async {
        // page: 11
        let delayed = Reduce<Int, Int> { count, step in
            count += step
            return step == 1 ? .run { send in await send(10) } : .none
        }
        let store = Store(initialState: 0) {
            delayed.pullback(state: \.self, extract: { (text: String) in Int(text) })
        }
        await store.send("1").finish()
        // page: end
    }

    private static func scopeClosed() {
        // page: 12
        let store = Store(initialState: Room.State(lamp: Lamp.State())) { Room() }
        store.scope(state: \.lamp, action: \.lamp)?.close()
        // page: end
    }

    private static func mountedOnView() {
        // page: 13
        let store = Store(initialState: Room.State(lamp: nil)) { Room() }
        let shown = store.scope(reading: { $0.lamp ?? Lamp.State() }, sending: { Room.Action.lamp($0) })
        let token = shown.mount { Lamp() }
        // page: end
        token.cancel()
    }

    private static func attachedAfterClose() {
        // page: 15
        let store = Store(initialState: Lamp.State()) { Lamp() }
        store.close()
        let token = store.attach(ActionPrinter())
        // page: end
        token.cancel()
    }

    private static func sendAfterEffectEnd() async {
        // page: 16
        var kept: Send<String>?
        let store = Store(initialState: [String]()) {
            Reduce<[String], String> { _, action in
                action == "begin" ? .run { send in await MainActor.run { kept = send } } : .none
            }
        }
        await store.send("begin").finish()
        await kept?("late")  // the effect has ended
        // page: end
    }

    private static func effectLimitBelowOne() async {
        // page: 17
        let store = Store(initialState: 0) {
            Reduce<Int, String> { _, _ in .run { _ in }.retry(.constant(attempts: 0)) }
        }
        await store.send("load").finish()
        // page: end
    }

    private static func unimplementedDependency() {
        // page: 19
        let today: @Sendable () -> Int = unimplemented("Calendar.today", placeholder: 0)
        _ = today()  // in a test that did not set the day
        // page: end
    }

    private static func dependencyOutsideStore() {
        // page: 20
        var count = 0
        _ = Adder().reduce(into: &count, action: ())  // no store gives it its step
        // page: end
    }

    private static func undoAfterClose() {
        // page: 21
        let history = UndoHistory()
        let store = Store(initialState: Lamp.State()) { Lamp() }
        store.send(.toggle, undo: history, inverse: .toggle)
        store.close()
        history.undo()
        // page: end
    }

    private static func actionsDroppedByClose() {
        // page: 22
        let store = Store(initialState: Lamp.State()) { Lamp() }
        let token = store.observe(\.isOn) { isOn in
            guard isOn else { return }
            store.send(.toggle)  // waits for the end of the turn
            store.close()
        }
        store.send(.toggle)
        // page: end
        token.cancel()
    }

    private static func effectsDroppedByClose() {
        // page: 23
        let store = Store(initialState: 0) {
            Reduce<Int, String> { _, _ in .run { _ in }.delay(for: .seconds(60)) }
        }
        store.send("save in a minute")
        store.close()
        // page: end
    }

    private static func tickIntervalNotPositive() async {
        // page: 26
        for await _ in ContinuousClock().ticks(every: .zero) {}
        // page: end
    }

    private static func caseNotOptional() {
        // page: 27
        let store = Store(initialState: Screen.State.picker(Picker.State())) { Screen() }
        store.send(.picker(.picked))
        // page: end
    }

    private static func storageFailed() async {
        // page: 28
        struct Full: Error {}
        let disk = Storage<String>(load: { nil }, save: { _ in throw Full() })
        let store = Store(initialState: Note.State()) { Note() }
        let token = store.attach(Persistence(\.text, in: disk, loaded: \.loaded))
        store.send(.edited("Milk"))
        await store.flush()
        // page: end
        token.cancel()
    }

    private static func bodyAndFunction() {
        // page: 48
        let store = Store(initialState: Switch.State()) {
            Switch()
        } dependencies: {
            $0.isTesting = true
        }
        store.send(.toggle)
        // page: end
    }

    private static func manyObservers() {
        let store = Store(initialState: Spreadsheet.State()) { Spreadsheet() }
        func show(_ value: String?) {}
        func mended() -> [ObservationToken] {
            // page: 47 mended
            let tokens = store.scope(rows: \.cells).map { cell in
                cell.observe(\.value) { value in show(value) }
            }
            // page: end
            return tokens
        }
        // page: 47
        let tokens = (0..<1_500).map { id in
            store.observe({ $0.cells[id: id]?.value }) { value in show(value) }
        }
        store.send(.edit(7, "tea"))
        // page: end
        withExtendedLifetime(mended() + tokens) {}
    }
}
