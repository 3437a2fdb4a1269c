// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// A sheet in a window of AppKit, dismissed by its state and by its view, and a step of Foundation's UndoManager. It runs on macOS
// only, in the workflow for Apple's platforms; no result of it has been seen yet.
#if canImport(AppKit)
import AppKit
import SwiftUI
import Synchronization
import Tributary
import TributarySwiftUI

struct Note: Reducer {
    struct State: Equatable, Sendable {
        var text = ""
        var closesItself = false
    }

    enum Action: Sendable { case seen }

    var body: some Reducer<State, Action> {
        Update { state, _ in state.text += "!" }
    }
}

struct Desk: Reducer {
    struct State: Equatable, Sendable {
        var note: Note.State?
        var closings = 0
    }

    @CasePathable
    enum Action: Sendable {
        case open(Note.State)
        case close
        case note(Note.Action)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .open(let note): state.note = note
            case .close:
                state.note = nil
                state.closings += 1
            case .note: break
            }
        }
        .ifLet(\.note, action: \.note) { Note() }
    }
}

struct NoteView: View {
    let store: StoreOf<Note>
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Text(store.text)
            .frame(width: 200, height: 100)
            .task { if store.closesItself { dismiss() } }
    }
}

struct DeskView: View {
    let store: StoreOf<Desk>

    var body: some View {
        Text("A desk")
            .frame(width: 300, height: 200)
            .sheet(item: store.item(state: \.note, action: \.note, dismiss: .close)) { NoteView(store: $0) }
    }
}

enum Move: Undoable {
    case add(Int)

    func inverted() -> Move {
        switch self {
        case .add(let amount): .add(-amount)
        }
    }
}

@main
@MainActor
enum Hosted {
    private nonisolated static let told = Mutex<[String]>([])

    static func main() {
        let application = NSApplication.shared
        application.setActivationPolicy(.accessory)
        let store = Store(initialState: Desk.State()) {
            Desk()
        } dependencies: {
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                told.withLock { $0.append("\(diagnostic.identifier): \(diagnostic.message)") }
            }
        }
        let window = NSWindow(contentViewController: NSHostingController(rootView: DeskView(store: store)))
        window.orderFront(nil)
        Task {
            await check(store, in: window)
            checkUndo()
            exit(0)
        }
        application.run()
    }

    private static func check(_ store: StoreOf<Desk>, in window: NSWindow) async {
        // The state goes first, and the sheet slides away after it: its view still reads the store of a note that is gone.
        store.send(.open(Note.State(text: "tea")))
        await wait("The sheet does not come.") { window.attachedSheet != nil }
        store.send(.close)
        await wait("The sheet does not go.") { window.attachedSheet == nil }
        // The view asks first, and the state goes by the action of the binding.
        store.send(.open(Note.State(text: "milk", closesItself: true)))
        await wait("The sheet does not close itself.") { store.note == nil }
        await wait("The second sheet does not go.") { window.attachedSheet == nil }
        let told = told.withLock { $0 }
        guard store.closings == 2, told.isEmpty else {
            print("It was closed \(store.closings) times, and these were told: \(told)")
            exit(1)
        }
        print("A sheet goes after its state, and its state by the sheet; nothing was told.")
    }

    private static func checkUndo() {
        let store = Store(initialState: 1) {
            Update<Int, Move> { state, move in
                switch move {
                case .add(let amount): state += amount
                }
            }
        }
        let manager = UndoManager()
        manager.groupsByEvent = false
        manager.beginUndoGrouping()
        store.send(.add(3), undo: manager, title: "Add", redoTitle: "Add Again")
        manager.endUndoGrouping()
        var seen = ["\(store.state) \(manager.undoActionName)"]
        manager.undo()
        seen.append("\(store.state) \(manager.redoActionName)")
        manager.redo()
        seen.append("\(store.state) \(manager.undoActionName)")
        guard seen == ["4 Add", "1 Add Again", "4 Add"] else {
            print("UndoManager: \(seen)")
            exit(1)
        }
        print("UndoManager undoes and redoes a step by actions.")
    }

    private static func wait(_ failure: String, until isTrue: () -> Bool) async {
        for _ in 0..<1_000 {
            if isTrue() { return }
            try? await Task.sleep(for: .milliseconds(10))
        }
        print(failure)
        exit(1)
    }
}
#else
@main
enum Hosted {
    static func main() { print("There is no AppKit here, and so no window.") }
}
#endif
