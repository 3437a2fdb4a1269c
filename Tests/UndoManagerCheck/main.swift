// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryUndo

/// Ends the program when something is not as it has to be.
func check(_ isTrue: Bool, line: Int = #line) {
    guard isTrue else { fatalError("The check in line \(line) failed.") }
}

enum Move: Undoable {
    case add(Int)
    case double, halve

    func inverted() -> Move {
        switch self {
        case .add(let amount): .add(-amount)
        case .double: .halve
        case .halve: .double
        }
    }
}

@MainActor
func makeStore() -> Store<Int, Move> {
    Store(initialState: 1) {
        Update { state, move in
            switch move {
            case .add(let amount): state += amount
            case .double: state *= 2
            case .halve: state /= 2
            }
        }
    }
}

let undoManager = UndoManager()
var store: Store<Int, Move>? = makeStore()

// An action and a group, back and forth, with the titles changing places.
store?.send(.add(3), undo: undoManager, title: "Add", redoTitle: "Add Again")
store?.send(contentsOf: [.add(1), .double], undo: undoManager)
check(store?.state == 10 && undoManager.undoActionName.isEmpty)
for _ in 0..<2 {
    undoManager.undo()
    check(store?.state == 4 && undoManager.undoActionName == "Add")
    undoManager.undo()
    check(store?.state == 1 && !undoManager.canUndo && undoManager.redoActionName == "Add Again")
    undoManager.redo()
    undoManager.redo()
    check(store?.state == 10 && !undoManager.canRedo)
}

// An explicit inverse, an empty group, and no manager.
store?.send(.double, undo: undoManager, inverse: .add(-10), title: "Double")
undoManager.undo()
check(store?.state == 10 && undoManager.redoActionName == "Double")
store?.send(contentsOf: [], undo: undoManager)
check(undoManager.canRedo)
let none: UndoManager? = nil
store?.send(.double, undo: none)
store?.send(contentsOf: [.halve, .add(0)], undo: none, inverse: [.double])
check(store?.state == 10 && undoManager.canRedo)

// An action that a middleware refuses is not a step; a replaced action is undone as reduced; a refused undo
// cannot be redone.
nonisolated(unsafe) var meddle: (Move) -> Move? = { $0 }
let token = store?.attach(ActionMiddleware(willReduce: { move, _, _, _ in meddle(move) }))
meddle = { _ in nil }
let former = undoManager.undoActionName
store?.send(.add(1), undo: undoManager, title: "Refused")
check(store?.state == 10 && undoManager.undoActionName == former)
meddle = { move in if case .add(let amount) = move { .add(amount * 2) } else { move } }
store?.send(.add(1), undo: undoManager, title: "Replaced")
check(store?.state == 12 && undoManager.undoActionName == "Replaced")
meddle = { $0 }
undoManager.undo()
check(store?.state == 10)
undoManager.redo()
check(store?.state == 12)
meddle = { _ in nil }
undoManager.undo()
meddle = { $0 }
check(store?.state == 12 && !undoManager.canRedo)
store?.send(.add(-2))

// A closed store accepts no more steps, and reports this.
nonisolated(unsafe) var reported: [Diagnostic.Identifier] = []
let reporter = DiagnosticReporter { reported.append($0.identifier) }
DiagnosticReporter.$current.withValue(reporter) {
    let closed = makeStore()
    closed.send(.double, undo: undoManager)
    closed.close()
    undoManager.undo()
    check(closed.state == 2)
    closed.send(.double, undo: undoManager)
}
check(reported == [Diagnostic.Identifier("TRIBUTARY-021"), Diagnostic.Identifier("TRIBUTARY-003")])

// The manager does not retain stores, and undoing after a store is gone does nothing.
weak let released = store
store = nil
check(released == nil && undoManager.canUndo)
while undoManager.canUndo { undoManager.undo() }
check(!undoManager.canRedo)
print("The adapter for UndoManager does what it has to.")
