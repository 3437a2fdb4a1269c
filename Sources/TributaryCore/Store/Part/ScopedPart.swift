// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The part of a scope: a view of its parent's, never a copy of it (law 6).
///
/// It retains its parent; the parent has only a weak reference to it.
final class ScopedPart<Parent, ParentAction, ID: Hashable & SendableMetatype, State, Action>: StorePart {
    typealias Path = ScopePath<Parent, ParentAction, ID, State, Action>

    private let parent: any StorePart<Parent, ParentAction>

    /// Not asked from the parent each time: a scope is made in constant time, however deep it is.
    let machine: any PartMachine
    private let path: Path
    private let id: ID

    /// Whether another state may take the place of the one that is meant.
    private let isReplaceable: Bool

    // Declared next to the other flag, because a scope's object then fits into a smaller piece of memory.
    let mayGo: Bool

    /// The place in the tree of observers, as long as something is observed there.
    private weak var tree: ObserverTree?

    /// The state that tracking code read last, if the part may go; the store continues to show it after that.
    private var kept: Reference<State>?

    init(_ path: Path, _ id: ID, in parent: any StorePart<Parent, ParentAction>) {
        (self.parent, self.path, self.id) = (parent, path, id)
        machine = parent.machine
        mayGo = !path.place.isAlwaysThere || parent.mayGo
        isReplaceable = path.stateID(id) != nil
    }

    deinit { tree?.scopeCount.subtract(1, ordering: .releasing) }

    var isWhole: Bool { path.mirrored != nil }

    var scope: AnyObject? { self }

    var observers: ObserverTree {
        if let tree { return tree }
        let tree = path.observers(id, below: parent.observers)
        tree.scopeCount.add(1, ordering: .relaxed)
        self.tree = tree
        return tree
    }

    var way: StoreWay<State, Action> { StoreWay(parent.way, through: path, id) }

    func read(_ body: (State) -> Void) -> Bool {
        var isThere = false
        _ = parent.read { isThere = path.read($0, id, body) }
        guard !isThere, let state = kept?.value else { return isThere }
        body(state)
        return true
    }

    func keep() {
        guard mayGo else { return }
        var state: State?
        _ = parent.read { _ = path.read($0, id) { state = $0 } }
        guard let state else { return }
        guard let kept else { return kept = Reference(state) }
        let former = kept.value
        kept.value = state
        // The release of a state may run code of the program, which may read this one.
        withExtendedLifetime(former) {}
    }

    func send(contentsOf actions: [Action]) -> StoreTask {
        parent.send(contentsOf: actions.compactMap { isRefusing($0) ? nil : path.embed(id, $0) })
    }

    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        parent.attach(
            path.attachment(attachment, id, keeping: keepingScope ? self : nil),
            keepingScope: false
        )
    }

    func mount(_ reducer: AnyReducer<State, Action>, named name: String?, at site: SourceSite)
        -> ObservationToken
    {
        guard let lens = path.lens(id) else {
            machine.reporter.report(.mountedOnView(State.self, at: site))
            return ObservationToken([])
        }
        let child = ChildPlace(lens, at: path.place.path, isAlwaysThere: path.place.isAlwaysThere)
        let action = ActionCase { [path, id] in
            path.extract(id, $0)
        } embed: { [path, id] in
            path.embed(id, $0)
        }
        return parent.mount(AnyReducer(reducer, at: child, action, site), named: name, at: site)
    }

    // For each action sent here, an effect of a mirror runs until the mirrored store has reduced it and ended its effects.
    nonisolated(nonsending) func finish() async {
        await parent.finish()
        await path.mirrored?.value.finish()
    }

    nonisolated(nonsending) func flush() async {
        guard let mirrored = path.mirrored?.value else { return await parent.flush() }
        await mirrored.flush()
    }

    func start(_ effect: Effect<Action>) -> StoreTask {
        parent.start(effect.scoped({ [path, id] in path.embed(id, $0) }, link: nil))
    }

    /// Makes the function that sends an action, given that of the parent.
    func sending(_ sendToParent: @escaping (ParentAction) -> StoreTask) -> (Action) -> StoreTask {
        let embed = path.embedding(id)
        let send = { (action: Action) -> StoreTask in
            do { return sendToParent(try embed(action)) } catch { return StoreTask(group: nil) }
        }
        return isReplaceable ? { self.isRefusing($0) ? StoreTask(group: nil) : send($0) } : send
    }

    /// Whether the state has been replaced by another, which is not to see the action; if so, reports that.
    func isRefusing(_ action: Action) -> Bool {
        // While a reducer has the state, it cannot be read.
        guard isReplaceable, machine.status.phase != .reducing else { return false }
        var isReplaced = false
        _ = parent.read { isReplaced = path.place.read($0, id) { _ in } && !path.read($0, id) { _ in } }
        guard isReplaced else { return false }
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
