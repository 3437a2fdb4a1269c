// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a scope sees its parent: the way to its part of the state, and of actions in both directions.
///
/// It keeps no store alive, so that handles, attachments, steps of an undo history and effects can keep it.
@usableFromInline
protocol ScopeLens<Parent, ParentAction, State, Action> {
    associatedtype Parent
    associatedtype ParentAction
    associatedtype State
    associatedtype Action

    /// Shows the part to a closure.
    ///
    /// Returns whether there is one.
    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool

    /// Turns an action into the parent's; returns `nil` to drop it.
    func embed(_ action: Action) -> ParentAction?

    /// Finds an action in one of the parent's.
    func extract(_ action: ParentAction) -> Action?

    /// Finds the part's observers below the parent's.
    func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State>

    /// Whether the part may be absent while its parent is there.
    var mayBeAbsent: Bool { get }

    /// Where a reducer can be mounted that changes the part; `nil` where the part is only shown.
    var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? { get }

    /// The machine that the part has for itself alone, and may close.
    var ownMachine: (any PartMachine)? { get }

    /// Whether another part took the place of the only one that this leads to.
    ///
    /// - Parameter readParent: Shows the parent.
    /// - Returns: Whether it is so.
    func isReplaced(_ readParent: ((Parent) -> Void) -> Bool) -> Bool
}

extension ScopeLens {
    @usableFromInline var mayBeAbsent: Bool { false }

    @usableFromInline var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? { nil }

    @usableFromInline var ownMachine: (any PartMachine)? { nil }

    @usableFromInline
    func isReplaced(_ readParent: ((Parent) -> Void) -> Bool) -> Bool { false }
}

/// The lens of a scope that is given by closures, such as those that choose the actions that pass.
struct ClosureLens<Parent, ParentAction, State, Action>: ScopeLens {
    let readPart: (Parent, (State) -> Void) -> Bool
    let embedAction: (Action) -> ParentAction?
    let extractAction: (ParentAction) -> Action?
    let findObservers: (ObserverTree<Parent>) -> ObserverTree<State>
    var ownMachine: (any PartMachine)?

    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool { readPart(parent, body) }

    func embed(_ action: Action) -> ParentAction? { embedAction(action) }

    func extract(_ action: ParentAction) -> Action? { extractAction(action) }

    func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> { findObservers(parent) }
}
