// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The part of a scope: a lens into its parent's, never a copy of it (law 6).
///
/// It retains its parent; the parent has only a weak reference to it.
final class ScopedPart<Lens: ScopeLens>: StorePart {
    typealias State = Lens.State
    typealias Action = Lens.Action

    private let parent: any StorePart<Lens.Parent, Lens.ParentAction>
    private let lens: Lens

    /// The place in the tree of observers, as long as something is observed there.
    private weak var tree: ObserverTree?

    /// The state that tracking code read last, if the part may go; the store continues to show it after that.
    private var kept: Reference<State>?

    init(parent: any StorePart<Lens.Parent, Lens.ParentAction>, lens: Lens) {
        self.parent = parent
        self.lens = lens
        mayGo = lens.mayBeAbsent || parent.mayGo
    }

    deinit { tree?.scopeEnded() }

    var machine: any PartMachine { parent.machine }

    var isWhole: Bool { lens.mirrored != nil }

    var scope: AnyObject? { self }

    var observers: ObserverTree {
        if let tree { return tree }
        let tree = lens.observers(below: parent.observers)
        tree.scopeBegan()
        self.tree = tree
        return tree
    }

    var way: StoreWay<State, Action> { StoreWay(parent.way, through: lens) }

    func read(_ body: (State) -> Void) -> Bool {
        var isThere = false
        _ = parent.read { isThere = lens.read($0, body) }
        guard !isThere, let state = kept?.value else { return isThere }
        body(state)
        return true
    }

    let mayGo: Bool

    func keep() {
        guard mayGo else { return }
        var state: State?
        _ = parent.read { _ = lens.read($0) { state = $0 } }
        guard let state else { return }
        guard let kept else { return kept = Reference(state) }
        let former = kept.value
        kept.value = state
        // The release of a state may run code of the program, which may read this one.
        withExtendedLifetime(former) {}
    }

    func send(contentsOf actions: [Action]) -> StoreTask {
        parent.send(contentsOf: actions.compactMap { isRefusing($0) ? nil : lens.embed($0) })
    }

    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        parent.attach(lens.attachment(attachment, keeping: keepingScope ? self : nil), keepingScope: false)
    }

    func mount(_ reducer: AnyReducer<State, Action>, named name: String?, at site: SourceSite)
        -> ObservationToken
    {
        guard let place = lens.place else {
            machine.reporter.report(.mountedOnView(State.self, at: site))
            return ObservationToken([])
        }
        let child = ChildPlace(place.lens, isAlwaysThere: place.isAlwaysThere) { place.name }
        let action = ActionCase(extract: lens.extract, embed: lens.embed)
        let lifted = AnyReducer(parts: []) { reducer.resolve(at: child, action, site, in: $0) }
        return parent.mount(lifted, named: name, at: site)
    }

    // For each action sent here, an effect of a mirror runs until the mirrored store has reduced it and ended its effects.
    nonisolated(nonsending) func finish() async {
        await parent.finish()
        await lens.mirrored?.finish()
    }

    nonisolated(nonsending) func flush() async {
        guard let mirrored = lens.mirrored else { return await parent.flush() }
        await mirrored.flush()
    }

    func start(_ effect: Effect<Action>) -> StoreTask { parent.start(effect.scoped(lens.embed, link: nil)) }

    /// Whether the state has been replaced by another, which is not to see the action; if so, reports that.
    func isRefusing(_ action: Action) -> Bool {
        // While a reducer has the state, it cannot be read.
        guard lens.isReplaced({ machine.isReducing ? false : parent.read($0) }) else { return false }
        machine.reporter.report(
            Diagnostic(
                .absentChild,
                message: """
                    An action was sent through the store of a \(String(reflecting: State.self)) that has been replaced \
                    by one with another `id`; it was dropped.
                    """,
                remedy:
                    "Ask the parent for the scope again: it returns the store of the current state.",
                action: String(reflecting: action)
            )
        )
        return true
    }
}

extension Diagnostic {
    fileprivate static func mountedOnView(_ state: Any.Type, at site: SourceSite) -> Diagnostic {
        Diagnostic(
            .mountedOnView,
            message:
                "A feature was mounted on a scope of \(typeName(state)) that only shows state; it does not run.",
            remedy:
                "Mount it on the store, or on a scope of a property, a case, or a row.",
            site: site
        )
    }
}
