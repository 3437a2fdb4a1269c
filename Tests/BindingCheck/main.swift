// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import SwiftUI
import TributaryCore
import TributaryForms
import TributaryPresenting
import TributarySwiftUI
import TributaryUndo

/// Ends the program when something is not as it has to be.
func check(_ isTrue: Bool, line: Int = #line) {
    guard isTrue else { fatalError("The check in line \(line) failed.") }
}

// A control shows the state, and setting its value sends one action.
let people = Store(initialState: People.State(rows: [Profile.State(id: 1, name: "Ada")])) { People() }
var sent = 0
let listening = people.onAction { _ in sent += 1 }
let query = people.binding(\.query, send: People.Action.queryChanged)
check(query.wrappedValue.isEmpty)
query.wrappedValue = "Grace"
check(query.wrappedValue == "Grace" && people.query == "Grace" && sent == 1)

// An alert is dismissed once, also when SwiftUI dismisses it again.
let failed = people.isPresented(\.failure, dismiss: .failureSeen)
check(!failed.wrappedValue)
people.send(.queryEntered)
check(failed.wrappedValue && sent == 2)
failed.wrappedValue = true
check(sent == 2)
failed.wrappedValue = false
check(!failed.wrappedValue && people.failure == nil && sent == 3)
failed.wrappedValue = false
check(sent == 3)

// A sheet's item is the child's store while there is one; its end is one action.
let editor = people.item(state: \.editor, action: \.editor, dismiss: .editorClosed)
check(editor.wrappedValue == nil)
editor.wrappedValue = nil
check(sent == 3)
people.send(.editorAsked)
check(editor.wrappedValue === people.scope(state: \.editor, action: \.editor))
editor.wrappedValue?.send(.change(StateChange(\.name, from: "", to: "Grace")))
editor.wrappedValue = nil
check(editor.wrappedValue == nil && people.rows.map(\.name) == ["Ada", "Grace"] && sent == 6)

// So is the item of a case.
let card = people.item(case: \.screen.card, action: \.card, dismiss: .screenClosed)
people.send(.cardAsked(1))
check(card.wrappedValue?.name == "Ada" && sent == 7)
card.wrappedValue = nil
check(people.screen == .closed && sent == 8)

// A child with another `id` is another item, and a view that shows the previous one still has its state.
people.send(.cardAsked(1))
let former = card.wrappedValue
check(withObservationTracking({ former?.name }, onChange: {}) == "Ada")
people.send(.cardAsked(2))
check(card.wrappedValue?.name == "Grace" && card.wrappedValue !== former && former?.name == "Ada")
card.wrappedValue = nil
check(former?.name == "Ada" && card.wrappedValue == nil)

// The controls of a form send changes, with the old value; both ways to write it are the same.
let profile = Store(initialState: Profile.State(name: "Ada")) { Profile() }
var changes: [StateChange<Profile.State>] = []
let following = profile.onAction { if case .change(let change) = $0.action { changes.append(change) } }
let name = profile.binding(\.name)
name.wrappedValue = "Grace"
profile.isPublic = true
check(profile.state == Profile.State(name: "Grace", isPublic: true))
check(
    changes == [
        StateChange(\.name, from: "Ada", to: "Grace"), StateChange(\.isPublic, from: false, to: true),
    ]
)

// The control does not show a value that the reducer refuses.
let bounded = Store(initialState: 5) {
    Update { (volume: inout Int, new: Int) in if new <= 10 { volume = new } }
}
let volume = bounded.binding(\.self, send: { $0 })
volume.wrappedValue = 11
check(volume.wrappedValue == 5)

// With a history, each change is a step of it.
let history = UndoHistory()
let undoable = profile.binding(\.name, undo: history, title: "Rename")
undoable.wrappedValue = "Edsger"
undoable.wrappedValue = "Barbara"
check(history.undoTitle == "Rename")
history.undo()
check(undoable.wrappedValue == "Edsger")
history.undo()
check(undoable.wrappedValue == "Grace" && !history.canUndo)
history.redo()
check(undoable.wrappedValue == "Edsger")

enum Dial: Undoable {
    case turn(from: Int, to: Int)

    func inverted() -> Dial {
        switch self {
        case .turn(let old, let new): .turn(from: new, to: old)
        }
    }
}
let dial = Store(initialState: 0) {
    Update { (angle: inout Int, action: Dial) in if case .turn(_, let new) = action { angle = new } }
}
let angle = dial.binding(\.self, undo: history) { .turn(from: dial.state, to: $0) }
angle.wrappedValue = 90
history.undo()
check(angle.wrappedValue == 0)

// So is the item of a case of an optional enum.
let trash = Store(initialState: Trash.State()) { Trash() }
let screen = trash.item(case: \.destination.profile, action: \.profile, dismiss: .closed)
check(screen.wrappedValue == nil)
trash.send(.open)
check(screen.wrappedValue?.name == "Ada")
screen.wrappedValue = nil
check(trash.destination == nil)

// A question is removed after an answer, and its binding sends no dismissal then.
let asked = trash.isPresented(\.question, dismiss: .answer(.dismissed))
trash.send(.empty)
check(asked.wrappedValue && trash.question?.buttons.count == 3)
trash.send(.answer(.emptied))
check(!asked.wrappedValue && trash.count == 0)
var answers = 0
let answering = trash.onAction { _ in answers += 1 }
asked.wrappedValue = false
check(answers == 0)
trash.send(.empty)
asked.wrappedValue = false
check(!asked.wrappedValue && answers == 2)

// A path shows the numbers of the pages; going back is one pop, and changes that no user can make are
// ignored.
let album = Store(initialState: Album.State(path: [Profile.State(name: "Ada"), Profile.State()])) { Album() }
var pops: [StackElementID] = []
let popping = album.onAction { if case .path(.pop(let id)) = $0.action { pops.append(id) } }
let path = album.path(\.path, action: \.path)
album.send(.open("Grace"))
check(path.wrappedValue == [0, 1, 2])
path.wrappedValue = [0, 1, 2]
path.wrappedValue = [0, 7]
path.wrappedValue = [0, 1, 2, 3]
check(pops.isEmpty)
path.wrappedValue = [0]
check(pops == [1] && path.wrappedValue == [0] && album.state.path.map(\.name) == ["Ada"])
path.wrappedValue = [0, 1]
path.wrappedValue = []
path.wrappedValue = []
check(pops == [1, 0] && album.state.path.isEmpty)

// The changes of an action are animated, also when an effect sends it, and no other changes are.
struct Sorting: Reducer {
    enum Action { case sort, sorted, other }

    var body: some Reducer<[Int], Action> {
        Reduce { numbers, action in
            switch action {
            case .sort:
                return .run { send in
                    await send(.sorted, animation: .default)
                    await send(.other)
                }
            case .sorted: numbers.sort()
            case .other: numbers.append(0)
            }
            return .none
        }
    }
}
let sorting = Store(initialState: [3, 1, 2]) { Sorting() }
var animated: [Bool] = []
let watching = sorting.observe { _ in animated.append(Animation.current != nil) }
await sorting.send(.sort).finish()
check(sorting.state == [1, 2, 3, 0] && animated == [false, true, false])
sorting.send(.other, animation: .default)
sorting.send(.other, animation: nil)
check(animated == [false, true, false, true, false])

withExtendedLifetime((popping, watching, answering, listening, following)) {}
print("Bindings read the state, and send what controls set.")
