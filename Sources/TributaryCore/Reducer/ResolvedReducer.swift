// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer in the form in which a store runs it; only the library makes one and calls it.
///
/// It is the list of what runs for an action, in order: what composes reducers appends one list to the other, and the
/// list becomes one function when it is complete.
public struct ResolvedReducer<State, Action> {
    @usableFromInline let parts: [ReducerPart<Action>]

    @inlinable
    init(parts: [ReducerPart<Action>]) { self.parts = parts }

    /// One function of where the state lies.
    @inlinable
    @inline(__always)
    init(_ call: @escaping (UnsafeMutableRawPointer, Action) -> Effect<Action>) {
        parts = [.function(PlacedReducer(call))]
    }

    /// This, then the other.
    @inlinable
    func then(_ next: ResolvedReducer) -> ResolvedReducer { ResolvedReducer(parts: parts + next.parts) }

    /// The case without whose actions none of it runs, if there is one.
    @usableFromInline var soleCase: CaseVisit<Action>? {
        guard case .visited(_, let visit)? = parts.first else { return nil }
        let isSole = parts.allSatisfy { part in
            if case .visited(_, let other) = part { other.index == visit.index } else { false }
        }
        return isSole ? visit : nil
    }

    /// All of it, as one function.
    @inlinable var function: PlacedReducer<Action> { .all(parts) }
}

/// What runs for an action: one step of a resolved reducer.
@usableFromInline
enum ReducerPart<Action> {
    /// It runs for every action.
    case function(PlacedReducer<Action>)

    /// A child that is asked whether an action is its own; it is given what runs next.
    case asked((_ next: PlacedReducer<Action>) -> PlacedReducer<Action>)

    /// A child that is found by the case that an action is in.
    case visited(CaseEntry<Action>, CaseVisit<Action>)
}

/// A reducer as a function of where its state lies.
///
/// Without the type of the state, so that a table can hold the children of a reducer, whatever their states.
@usableFromInline
package struct PlacedReducer<Action> {
    /// Changes the state at an address, which the caller has exclusive access to, and which holds a state of the
    /// reducer's type.
    ///
    /// Whoever makes one and whoever calls it knows that type: `ResolvedReducer` and `ResolvedTree` are generic over it,
    /// and a `CaseEntry` is made where a child and the part of the state for it are known.
    @usableFromInline let call: (UnsafeMutableRawPointer, Action) -> Effect<Action>

    @inlinable
    @inline(__always)
    init(_ call: @escaping (UnsafeMutableRawPointer, Action) -> Effect<Action>) { self.call = call }

    /// Changes a state.
    @inlinable
    package func callAsFunction<State>(_ state: inout State, _ action: Action) -> Effect<Action> {
        withUnsafeMutablePointer(to: &state) { call(UnsafeMutableRawPointer($0), action) }
    }

    @inlinable static var empty: PlacedReducer { PlacedReducer { _, _ in .none } }

    /// Several, in order.
    @usableFromInline
    static func all(_ parts: [ReducerPart<Action>]) -> PlacedReducer {
        let steps = steps(of: parts)
        guard steps.count > mostNested else { return nested(steps[...]) }
        // So that the stack of a long list is not as deep as it is long.
        let functions = stride(from: 0, to: steps.count, by: mostNested).map { first in
            nested(steps[first..<min(first + mostNested, steps.count)])
        }
        return PlacedReducer { place, action in
            var effect = Effect<Action>.none
            for function in functions { effect = effect.merge(with: function.call(place, action)) }
            return effect
        }
    }

    private static var mostNested: Int { 32 }

    /// What makes a function of each part and of what runs next.
    ///
    /// Neighbours with an index are one, as one visit finds them all.
    private static func steps(of parts: [ReducerPart<Action>]) -> [(PlacedReducer) -> PlacedReducer] {
        var steps: [(PlacedReducer) -> PlacedReducer] = []
        var parts = parts[...]
        while let part = parts.popFirst() {
            switch part {
            case .function(let function):
                let isLast = parts.isEmpty
                steps.append { isLast ? function : function.then($0) }
            case .asked(let make):
                steps.append(make)
            case .visited(let child, let visit):
                var children = [(index: visit.index, child: child)]
                while case .visited(let child, let visit)? = parts.first {
                    children.append((visit.index, child))
                    parts.removeFirst()
                }
                steps.append { [children] in visit.function(CaseNode(children, next: $0)) }
            }
        }
        return steps
    }

    private static func nested(_ steps: ArraySlice<(PlacedReducer) -> PlacedReducer>) -> PlacedReducer {
        steps.reversed().reduce(.empty) { next, make in make(next) }
    }

    /// This one, then the other.
    @inlinable
    func then(_ next: PlacedReducer) -> PlacedReducer {
        PlacedReducer { [call] place, action in
            let effect = call(place, action)
            if effect.isNone { return next.call(place, action) }
            return effect.merged(with: next.call(place, action))
        }
    }
}

extension Effect {
    /// Both, in order.
    ///
    /// Not inlined, to keep the usual way short, on which nothing follows.
    @usableFromInline
    @inline(never)
    func merged(with next: Effect) -> Effect { merge(with: next) }
}
