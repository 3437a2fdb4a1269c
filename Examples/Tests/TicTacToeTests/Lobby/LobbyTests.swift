// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TicTacToeLobby
import TicTacToeRules
import Tributary
import TributaryTesting

@MainActor
@Suite("A lobby", .timeLimit(.minutes(30)))
struct LobbyTests {
    private let store = Store(initialState: Lobby.State()) { Lobby() }
    private let history = UndoHistory()

    private var settings: StoreOf<LobbySettings> { store.scope(state: \.settings, action: \.settings) }

    private func perform(_ change: (LobbySettings.State) -> SettingsChange) {
        let change = change(settings.state)
        settings.send(contentsOf: change.actions, undo: history, title: change.title)
    }

    @Test("takes every change back, and makes it again")
    func undo() {
        var states = [settings.state]
        func perform(_ change: (LobbySettings.State) -> SettingsChange) {
            self.perform(change)
            states.append(settings.state)
        }
        perform { $0.giving(.x, to: .ada) }
        perform { $0.giving(.o, to: .computer(strength: .perfect)) }
        perform { $0.setting(.slow) }
        perform { $0.swappingSides() }
        perform { $0.resetting() }
        #expect(states[4].players == Players(x: .computer(strength: .perfect), o: .ada))
        #expect(states[5] == states[0] && Set(states.map(\.players)).count == 4)
        #expect(history.undoTitle == "Reset")
        for state in states.reversed().dropFirst() {
            history.undo()
            #expect(settings.state == state)
        }
        #expect(!history.canUndo && history.redoTitle == "X is Ada")
        for state in states.dropFirst() {
            history.redo()
            #expect(settings.state == state)
        }
        #expect(!history.canRedo)
    }

    @Test("does not count a change without effect as a step")
    func nothing() {
        perform { $0.resetting() }
        perform { $0.setting(.normal) }
        #expect(!history.canUndo)
        perform { $0.setting(.quick) }
        history.undo()
        perform { $0.setting(.normal) }
        #expect(history.canRedo, "What can be redone is ended by a change, and this is none")
    }

    @Test("drops the steps to redo after another change")
    func redoEnds() {
        perform { $0.setting(.quick) }
        history.undo()
        perform { $0.giving(.x, to: .ada) }
        #expect(!history.canRedo && settings.pace == .normal)
    }

    @Test("takes back any sequence of changes, and makes it again", arguments: 1...30 as ClosedRange<UInt64>)
    func anySequence(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var states = [settings.state]
        for _ in 0..<40 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: perform { $0.giving(.x, to: Self.players.randomElement(using: &generator) ?? .ada) }
            case 1: perform { $0.giving(.o, to: Self.players.randomElement(using: &generator) ?? .ada) }
            case 2: perform { $0.setting(Pace.allCases.randomElement(using: &generator) ?? .slow) }
            case 3: perform { $0.swappingSides() }
            case 4: perform { $0.resetting() }
            default:
                guard history.canUndo else { continue }
                history.undo()
                states.removeLast()
                #expect(settings.state == states.last)
                continue
            }
            if settings.state != states.last { states.append(settings.state) }
        }
        let last = settings.state
        var count = 0
        while history.canUndo {
            history.undo()
            count += 1
        }
        #expect(settings.state == LobbySettings.State() && count == states.count - 1)
        for _ in 0..<count { history.redo() }
        #expect(settings.state == last)
    }

    @Test("emits the players, and the pace")
    func start() async {
        let store = TestStore(initialState: Lobby.State()) { Lobby() }
        let initial = LobbySettings.State()
        for action in initial.giving(.x, to: .ada).actions {
            await store.send(.settings(action)) { $0 = Lobby.State(settings: initial.with(x: .ada)) }
        }
        await store.send(.start)
        await store.receive(
            .output(.started(Players(x: .ada, o: .computer(strength: .medium)), .normal))
        )
        await store.finish()
    }

    @Test("refuses two persons of one name, who would have one standing")
    func sameName() async {
        let twins = LobbySettings.State().with(x: .ada, o: .ada)
        let store = TestStore(initialState: Lobby.State(settings: twins)) { Lobby() }
        await store.send(.start)
        await store.receive(.output(.refused("Both players are called Ada; one needs another name.")))
        await store.finish()
    }

    private static let players: [Player] = [.ada, .bob] + Strength.allCases.map { .computer(strength: $0) }
}

extension LobbySettings.State {
    fileprivate func with(x: Player, o: Player? = nil) -> Self {
        var settings = self
        settings.players.x = x
        if let o { settings.players.o = o }
        return settings
    }
}
