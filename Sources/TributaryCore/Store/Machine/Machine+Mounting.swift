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
            dependencies.diagnosticReporter.report(.mountedWithoutName(State.self, at: site))
            return ObservationToken([])
        }
        var context = ReducerContext(dependencies: dependencies)
        context.passedChild = tree.passedChild
        let mounted = MountedReducer(
            reducer.resolveTree(in: context, runsFeedbacks: true),
            named: name,
            at: site
        )
        guard !isRefusingCompanion("A reducer") else { return ObservationToken(holding: mounted) }
        if let name { endMount(named: name) }
        mounts.append(Weak(mounted))
        noteMounts()
        let entry = record(mounted, name)
        // A recorded reducer runs until its end has an entry.
        let end = Attachment<State, Action>(
            retaining: entry == nil ? mounted : nil,
            stop: { [weak self, link = mounted.link] in
                if let entry { self?.recordEnd(of: entry) }
                self?.noteMounts()
                self?.cancelEffects(below: link)
            }
        )
        end.inbox = makeInbox()
        let token = ObservationToken(holding: end)
        // While a reducer has the state, the first action stores the initial values.
        guard status.phase != .reducing else { return token }
        if let steps = mounted.tree.steps { attending { steps.prime(place.pointee) } }
        if let feedbacks = mounted.tree.steps?.feedbacks {
            beginAtRest { [weak self, weak mounted] in
                if let mounted, mounted.isRunning { self?.begin(feedbacks) { mounted.scoped($0) } }
            }
        }
        return token
    }

    /// Runs the reducers that are mounted by then from the next action on, and forgets those that are gone.
    private func noteMounts() {
        // Only then: a program may mount many reducers at once.
        reducer = ReducerStep { [unowned self] state, action in
            mounts.removeAll { $0.object?.isRunning != true }
            // The list holds nothing else.
            reducer = .all([tree] + mounts.compactMap { ($0.object as? MountedReducer<State, Action>)?.tree })
            return reducer.call(&state, action)
        }
    }

    /// The titles of the mounted reducers, in order.
    package var mounted: [String] { mounts.compactMap { $0.object?.title } }

    /// Records a mounted reducer, and keeps it until its end is recorded.
    ///
    /// - Returns: The entry; `nil` if the machine is not recorded.
    private func record(_ mounted: MountedReducer<State, Action>, _ name: String?) -> Int? {
        guard let recording, let name else { return nil }
        let entry = recording.recorder?.mount(.began(name: name))
        if let entry { recording.mounts[entry] = mounted }
        return entry
    }

    private func recordEnd(of entry: Int) {
        guard let recording, recording.mounts[entry] != nil else { return }
        _ = recording.recorder?.mount(.ended(entry: entry))
        recording.mounts[entry] = nil
    }

    /// Removes the reducer that was mounted with a name, which another one replaces.
    private func endMount(named name: String) {
        guard let former = mounts.lazy.compactMap(\.object).first(where: { $0.name == name && $0.isRunning })
        else { return }
        former.isRunning = false
        if let entry = recording?.mounts.first(where: { $0.value === former })?.key { recordEnd(of: entry) }
        cancelEffects(below: former.link)
    }

    private func cancelEffects(below link: StateLink) {
        let key = EffectLifetime.Key(link: ObjectIdentifier(link), element: nil)
        if let place = effects.root.existingChild(key) { effects.cancel(place) }
    }
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

/// A reducer that runs after the machine's reducer while its token is retained.
final class MountedReducer<State, Action>: Mount {
    /// The reducer, its watches, and its feedbacks; its effects are its own, and it runs only while it is mounted.
    private(set) var tree: ResolvedTree<State, Action>

    init(_ tree: ResolvedTree<State, Action>, named name: String?, at site: SourceSite) {
        self.tree = tree
        let link = TypedStateLink<State> { (state: State, _, body: (State) -> Void) in
            body(state)
            return true
        }
        super.init(named: name, at: site, link)
        self.tree.wrapSteps { [weak self] step in
            ReducerStep { state, action in
                guard let self, self.isRunning else { return .none }
                return self.scoped(step.call(&state, action))
            }
        }
    }

    /// An effect of the reducer, which ends with it.
    func scoped(_ effect: Effect<Action>) -> Effect<Action> {
        guard !effect.isNone else { return effect }
        // Effects of a removed reducer send no more actions, even before they are cancelled.
        return effect.scoped({ [weak self] in self?.isRunning == true ? $0 : nil }, link: link)
    }
}

/// A reducer that is mounted, whatever its types.
class Mount {
    final let name: String?
    private let site: SourceSite

    /// The lifetime of the reducer's effects.
    final let link: StateLink

    /// Whether no other reducer with the same name took its place.
    final var isRunning = true

    init(named name: String?, at site: SourceSite, _ link: StateLink) {
        self.name = name
        self.site = site
        self.link = link
    }

    /// Its name for readers, or the line of its `mount` if it has none.
    final var title: String { name ?? "\(site)" }
}

extension ReducerStep {
    /// The reducers of several trees, then the watches of all of them.
    static func all(_ trees: [ResolvedTree<State, Action>]) -> ReducerStep {
        let steps = trees.map { tree in
            var step = tree.sole.first ?? ResolvedReducer.Step(tree.function)
            step.run = tree.steps?.reduce ?? tree.function
            return step
        }
        let reduce = ResolvedReducer(steps: steps).function
        let watches = trees.compactMap(\.steps)
        guard !watches.isEmpty else { return reduce }
        let look = all(watches.map(\.look)[...])
        return ReducerStep { state, action in
            for index in watches.indices { watches[index].willReduce(state) }
            let effect = reduce.call(&state, action)
            return effect.merge(with: look.call(&state, action))
        }
    }
}

extension ResolvedTree {
    /// Puts each step into another one.
    mutating func wrapSteps(_ wrap: (ReducerStep<State, Action>) -> ReducerStep<State, Action>) {
        steps?.wrap(wrap)
        function = steps?.function ?? wrap(function)
    }
}
