// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The children of a reducer whose actions are in cases with an index, and the reducers after them.
///
/// One `switch` in the enum and one table lookup find the child for an action. The action is not copied: the child borrows its
/// payload.
@usableFromInline final class CaseNode<Action> {
    /// The child of each index, if there is one; kept alive by `children`.
    @usableFromInline let table: UnsafeMutablePointer<Place>
    @usableFromInline let count: Int
    @usableFromInline let next: PlacedReducer<Action>
    private let children: [CaseEntry<Action>?]

    @usableFromInline struct Place {
        /// The type of the payload in which the child's actions are; `Never` if there is no child.
        @usableFromInline let payload: ObjectIdentifier
        /// The child; not to be accessed if there is none.
        @usableFromInline let child: UnsafeRawPointer
    }

    /// Every table has so many places, so that an index that is known to be less needs no check.
    @inlinable static var leastCount: Int { 32 }

    init(_ entries: [(index: Int, child: CaseEntry<Action>)], next: PlacedReducer<Action>) {
        self.next = next
        count = max(Self.leastCount, (entries.map(\.index).max() ?? 0) + 1)
        var children = [CaseEntry<Action>?](repeating: nil, count: count)
        for (index, child) in entries { children[index] = children[index]?.followed(by: child) ?? child }
        self.children = children
        table = .allocate(capacity: count)
        let absent = Place(payload: ObjectIdentifier(Never.self), child: UnsafeRawPointer(table))
        for (index, child) in children.enumerated() {
            (table + index).initialize(to: child.map(Place.init) ?? absent)
        }
    }

    deinit { table.deallocate() }
}

/// A child of a reducer, of which only the actions of the parent are known.
@usableFromInline class CaseEntry<Action> {
    /// The type of the payload in which the child's actions are.
    let payload: ObjectIdentifier

    init(payload: Any.Type) { self.payload = ObjectIdentifier(payload) }

    /// Both, in order.
    func followed(by next: CaseEntry) -> CaseEntry { preconditionFailure("A child has a payload.") }
}

/// A child of a reducer.
@usableFromInline final class CaseChild<Action, Payload>: CaseEntry<Action> {
    /// The offset of the child's state in the parent's state.
    @usableFromInline let offset: Int

    /// The child.
    ///
    /// Only `scope` may read its result.
    @usableFromInline let function: PlacedReducer<Payload>

    /// Turns an effect that the function returned into one of the parent.
    let scope: (Effect<Payload>) -> Effect<Action>

    /// A child that takes the payload as its action, and whose state is stored inline in the parent's.
    @usableFromInline init(
        at offset: Int,
        _ function: PlacedReducer<Payload>,
        scope: @escaping (Effect<Payload>) -> Effect<Action>
    ) {
        self.offset = offset
        self.function = function
        self.scope = scope
        super.init(payload: Payload.self)
    }

    /// A child that is given its parent's state, and returns its parent's effects.
    @inlinable
    convenience init(_ call: @escaping (UnsafeMutableRawPointer, Payload) -> Effect<Action>) {
        self.init(
            at: 0,
            PlacedReducer { place, payload in call(place, payload).disguised() },
            scope: { $0.disguised() }
        )
    }

    /// Runs the child on its parent's state.
    @inlinable
    @inline(__always)
    func run(_ place: UnsafeMutableRawPointer, _ payload: Payload) -> Effect<Action> {
        let effect = function.call(place + offset, payload)
        return effect.isNone ? .none : scoped(effect)
    }

    /// Not inlined, to keep the usual way short.
    @inline(never)
    @usableFromInline func scoped(_ effect: Effect<Payload>) -> Effect<Action> { scope(effect) }

    override func followed(by next: CaseEntry<Action>) -> CaseEntry<Action> {
        guard let next = next as? CaseChild else { return self }
        return CaseChild { [self] place, payload in
            let effect = run(place, payload)
            return effect.merge(with: next.run(place, payload))
        }
    }
}

extension CaseNode.Place {
    init(_ child: CaseEntry<Action>) {
        self.init(
            payload: child.payload,
            child: UnsafeRawPointer(Unmanaged.passUnretained(child).toOpaque())
        )
    }
}

extension Effect {
    /// The same effect under the type of other actions.
    ///
    /// An effect is one reference, whatever its actions are. `CaseChild` lets an effect pass through a function under
    /// another type, and gives it its own back before anything looks into it.
    @inlinable
    func disguised<Other>() -> Effect<Other> { unsafeBitCast(self, to: Effect<Other>.self) }
}

/// Finds the child for an action.
@usableFromInline struct CaseDispatch<Action>: CaseVisitor {
    @usableFromInline let node: CaseNode<Action>
    @usableFromInline let place: UnsafeMutableRawPointer

    @inlinable
    @inline(__always)
    init(_ node: CaseNode<Action>, _ place: UnsafeMutableRawPointer) {
        self.node = node
        self.place = place
    }

    @inlinable
    @inline(__always)
    func visit<Payload>(_ index: Int, _ payload: Payload) -> Effect<Action> {
        guard index >= 0, index < CaseNode<Action>.leastCount || index < node.count else { return .none }
        let found = node.table[index]
        // There are no values of `Never`: if there is no child, the types differ.
        guard found.payload == ObjectIdentifier(Payload.self) else { return .none }
        // A child whose payload is of this type is of this class. The node retains it, and the caller retains the node.
        return Unmanaged<CaseChild<Action, Payload>>.fromOpaque(found.child)
            ._withUnsafeGuaranteedRef { $0.run(place, payload) }
    }

    @inlinable
    @inline(__always)
    func visitOther() -> Effect<Action> { .none }
}

/// The case of a parent's actions in which a child's are, and the `switch` over all of them.
@usableFromInline struct CaseVisit<Action> {
    @usableFromInline let index: Int

    /// Makes one function of a node.
    @usableFromInline let function: (CaseNode<Action>) -> PlacedReducer<Action>

    /// The index of the case that an action is in.
    @usableFromInline let indexOf: (Action) -> Int?

    @inlinable
    init(index: Int) where Action: CasePathable {
        self.index = index
        function = { $0.function() }
        indexOf = { Action.visitCase(of: $0, IndexOfCase()) }
    }
}

/// Returns the index of a case.
@usableFromInline struct IndexOfCase: CaseVisitor {
    @inlinable
    init() {}

    @inlinable
    @inline(__always)
    func visit<Payload>(_ index: Int, _ payload: Payload) -> Int? { index }

    @inlinable
    @inline(__always)
    func visitOther() -> Int? { nil }
}

extension CaseNode where Action: CasePathable {
    /// The children, and the reducers after them, as one function.
    @inlinable
    func function() -> PlacedReducer<Action> {
        PlacedReducer { [self] place, action in
            let effect = Action.visitCase(of: action, CaseDispatch(self, place))
            if effect.isNone { return next.call(place, action) }
            return effect.merged(with: next.call(place, action))
        }
    }
}
