// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Runs another reducer after the machine's own and after those mounted before, until its token is dropped.
    ///
    /// Dropping the token cancels its effects. It receives the actions after the current one. It replaces the reducer
    /// that was mounted with the same name.
    ///
    /// - Parameters:
    ///   - reducer: The reducer.
    ///   - name: Its name in a log.
    ///   - site: Where it is mounted, for diagnostics.
    /// - Returns: The token that keeps it mounted.
    func mount(_ reducer: AnyReducer<State, Action>, named name: String?, at site: SourceSite)
        -> ObservationToken
    {
        guard !isRecorded || name != nil else {
            reporter.report(.mountedWithoutName(State.self, at: site))
            return ObservationToken([])
        }
        var context = ReducerContext(dependencies: dependencies)
        context.passedChild = tree.passedChild
        let mounted = MountedReducer(
            reducer.resolveTree(in: context, runsFeedbacks: true),
            named: name,
            at: site
        )
        guard !isRefusingCompanion("A reducer") else { return ObservationToken([]) }
        if let name, let former = mounts.first(where: { $0.name == name && !$0.isRemoved }) {
            unmount(former)
        }
        if let name { mounted.entry = recording?.recorder?.mount(.began(name: name)) }
        mounts.append(mounted)
        noteMounts()
        let end = Attachment<State, Action>(stop: { [weak self] in self?.unmount(mounted) })
        end.inbox = makeInbox()
        mounted.end = end
        let token = ObservationToken(holding: end)
        // While a reducer has the state, the first action stores the initial values.
        guard status.phase != .reducing, let watches = mounted.tree.watches else { return token }
        attending { watches.prime(place.pointee) }
        if let feedbacks = watches.feedbacks {
            beginAtRest { [weak self] in
                if mounted.isRunning { self?.begin(feedbacks) { mounted.scoped($0) } }
            }
        }
        return token
    }

    /// Ends a mounted reducer and its effects; called again, it does nothing.
    private func unmount(_ mounted: MountedReducer<State, Action>) {
        guard !mounted.isRemoved else { return }
        mounted.isRemoved = true
        if let entry = mounted.entry { _ = recording?.recorder?.mount(.ended(entry: entry)) }
        noteMounts()
        if let place = effects.root?.existingChild(mounted.link) { effects.change { $0.cancel(place) } }
    }

    /// Runs the reducers that are mounted by then from the next action on, and forgets those that are removed.
    private func noteMounts() {
        // Only then: a program may mount and remove many reducers at once.
        reducer = ReducerStep { [unowned self] state, action in
            mounts.removeAll(where: \.isRemoved)
            reducer = .all([tree] + mounts.map(\.tree))
            return reducer.call(&state, action)
        }
    }

    /// The titles of the mounted reducers, in order.
    package var mounted: [String] { mounts.filter(\.isRunning).map(\.title) }
}

extension Diagnostic {
    /// The diagnostic about a reducer without a name on a store that is recorded.
    fileprivate static func mountedWithoutName<State>(_: State.Type, at site: SourceSite) -> Diagnostic {
        Diagnostic(
            .mountedWithoutName,
            message: """
                A reducer without a name was mounted on the store of \(typeName(State.self)), whose actions are \
                recorded; it does not run.
                """,
            remedy: "Give it a name with `named:`, and its journal a reducer of this name in `mounts`.",
            site: site
        )
    }
}

/// A reducer that runs after the machine's reducer, until its token is dropped.
final class MountedReducer<State, Action> {
    let name: String?
    private let site: SourceSite

    /// The reducer, its watches, and its feedbacks; its effects are its own, and it runs only while it is mounted.
    let tree: ResolvedTree<State, Action>

    /// The lifetime of the reducer's effects.
    let link = StateLink(ChildPlace(Lens(\State.self), isAlwaysThere: true))

    /// The end of the reducer, which its token retains.
    weak var end: Attachment<State, Action>?

    /// The entry with which it began, if the machine is recorded: then it runs until its end is recorded, too.
    var entry: Int?

    /// Whether it was removed, such as when another reducer with its name took its place.
    var isRemoved = false

    var isRunning: Bool { !isRemoved && (entry != nil || end != nil) }

    init(_ tree: ResolvedTree<State, Action>, named name: String?, at site: SourceSite) {
        self.tree = tree
        self.name = name
        self.site = site
        tree.wrap { [weak self] step in
            ReducerStep { state, action in
                guard let self, self.isRunning else { return .none }
                return self.scoped(step.call(&state, action))
            }
        }
    }

    /// Its name for readers, or the line of its `mount` if it has none.
    var title: String { name ?? "\(site)" }

    /// An effect of the reducer, which ends with it.
    func scoped(_ effect: Effect<Action>) -> Effect<Action> {
        guard !effect.isNone else { return effect }
        // Effects of a removed reducer send no more actions, even before they are cancelled.
        return effect.scoped({ [weak self] in self?.isRunning == true ? $0 : nil }, link: link)
    }
}

/// The beginning or the end of a mounted reducer on a recorded store: an entry like an action.
package enum RecordedMount: Equatable, Sendable {
    /// The reducer of this name was mounted.
    case began(name: String)

    /// The reducer that began with this entry was removed.
    case ended(entry: Int)
}

extension ReducerStep {
    /// The reducers of several trees, then the watches of all of them.
    static func all(_ trees: [ResolvedTree<State, Action>]) -> ReducerStep {
        let reduce = ResolvedReducer(steps: trees.map(\.step)).function
        let watched = trees.compactMap(\.watches)
        guard !watched.isEmpty else { return reduce }
        let look = all(watched.map(\.look)[...])
        return ReducerStep { state, action in
            for index in watched.indices { watched[index].willReduce(state) }
            let effect = reduce.call(&state, action)
            return effect.merge(with: look.call(&state, action))
        }
    }
}
