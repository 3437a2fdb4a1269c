// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import Tributary

/// Undo as a program uses it: a lobby with settings, a menu, and a chat.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct LobbyTests {
    private let store = Store(initialState: Lobby.State()) { Lobby() }
    private let history = UndoHistory(limit: 50)

    private var settings: StoreOf<LobbySettings> { store.scope(state: \.settings, action: \.settings) }

    private func rename(_ name: String) {
        settings.send(
            .change(StateChange(\.name, of: settings.state, to: name)),
            undo: history,
            title: "Rename"
        )
    }

    @Test func `settings are changed, undone and redone, whatever their types`() {
        rename("Finals")
        settings.send(.change(StateChange(\.boardSize, from: 3, to: 5)), undo: history, title: "Board Size")
        settings.send(.change(StateChange(\.isPrivate, from: false, to: true)), undo: history)
        let after = settings.state
        #expect(after == LobbySettings.State(name: "Finals", boardSize: 5, isPrivate: true))

        history.undo()
        #expect(!settings.isPrivate)
        history.undo()
        #expect(settings.boardSize == 3)
        history.undo()
        #expect(settings.state == LobbySettings.State())
        #expect(!history.canUndo)

        history.redo()
        history.redo()
        history.redo()
        #expect(settings.state == after)
        #expect(!history.canRedo)
    }

    @Test func `other state is not undone: the chat continues`() {
        rename("Finals")
        store.send(.say("Nice name"))
        history.undo()
        #expect(store.state == Lobby.State(chat: ["Nice name"]))
    }

    @Test func `a team is invited, and taken back, as one step`() {
        let team = ["Ada", "Grace", "Edsger"]
        settings.send(
            contentsOf: ActionGroup {
                for (position, player) in team.enumerated() {
                    LobbySettings.Action.invite(player, at: position)
                }
            },
            undo: history,
            title: "Invite Team"
        )
        #expect(settings.invited == team)
        #expect(history.undoTitle == "Invite Team")
        history.undo()
        #expect(settings.invited.isEmpty)
        #expect(!history.canUndo)
        #expect(history.redoTitle == "Invite Team")
        history.redo()
        #expect(settings.invited == team)
    }

    /// A menu item as in a program: it draws the values it reads, and draws again when they change.
    @MainActor
    private final class UndoMenuItem {
        private(set) var text = ""
        private(set) var isEnabled = false
        private(set) var isStale = false
        private let history: UndoHistory

        init(_ history: UndoHistory) { self.history = history }

        func draw() {
            isStale = false
            withObservationTracking {
                text = history.undoTitle.map { "Undo \($0)" } ?? "Undo"
                isEnabled = history.canUndo
            } onChange: {
                MainActor.assumeIsolated { self.isStale = true }
            }
        }
    }

    @Test func `a menu shows the steps that can be undone`() {
        let item = UndoMenuItem(history)
        item.draw()
        #expect(item.text == "Undo" && !item.isEnabled)
        rename("Finals")
        #expect(item.isStale)
        item.draw()
        #expect(item.text == "Undo Rename" && item.isEnabled)
        store.send(.say("Hello"))
        #expect(!item.isStale)
        history.undo()
        #expect(item.isStale)
        item.draw()
        #expect(item.text == "Undo" && !item.isEnabled)
    }

    @Test func `the same settings work on their own, without a lobby`() {
        let store = Store(initialState: LobbySettings.State()) { LobbySettings() }
        store.send(contentsOf: [.invite("Ada", at: 0), .invite("Grace", at: 1)], undo: history)
        history.undo()
        #expect(store.state == LobbySettings.State())
    }
}
