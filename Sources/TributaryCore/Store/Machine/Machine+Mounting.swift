// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Runs another reducer after the machine's own and after those mounted before, until its token is dropped.
    ///
    /// Dropping the token cancels its effects. It receives the actions after the current one. It replaces the reducer
    /// that was mounted with the same name.
    ///
    /// - Parameters:
    ///   - name: Its name in a log; a recorded machine mounts no reducer without a name.
    ///   - reducer: The reducer; made with the machine's dependencies and resolved once, here.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps the reducer mounted.
    func mount<R: Reducer<State, Action>>(
        named name: String? = nil,
        @ReducerBuilder<State, Action> _ reducer: @escaping () -> R,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        mount(AnyReducer(making: reducer), named: name, at: SourceSite(fileID: fileID, line: line))
    }

    /// Mounts a reducer whose type is erased.
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
        var reducerContext = ReducerContext(dependencies: dependencies)
        reducerContext.passedChild = passedChild
        let tree = reducer.resolveTree(in: reducerContext, runsFeedbacks: true)
        let link = TypedStateLink<State> { (state: State, _, body: (State) -> Void) in
            body(state)
            return true
        }
        let index = tree.sole?.index
        if let sole = tree.sole { indexOfCase = sole.indexOf }
        let mounted = MountedReducer(
            function: tree.function,
            steps: tree.steps,
            caseIndex: index,
            name: name,
            site: site,
            link: link
        )
        guard !isRefusingCompanion("A reducer") else { return ObservationToken(holding: mounted) }
        if let name { endMount(named: name) }
        mounts.append(mounted)
        let entry = record(mounted, name)
        // A recorded reducer runs until its end has an entry.
        let end = Attachment<State, Action>(
            retaining: entry == nil ? mounted : nil,
            stop: { [weak self] in
                if let entry { self?.recordEnd(of: entry) }
                self?.mounts.release(at: index)
                self?.cancelEffects(below: link)
            }
        )
        end.inbox = makeInbox()
        let token = ObservationToken(holding: end)
        // While a reducer has the state, the first action stores the initial values.
        guard storage.pointee.phase != .reducing else { return token }
        if let steps = tree.steps { attending { steps.prime(storage.pointee.state) } }
        if let feedbacks = tree.steps?.feedbacks {
            beginAtRest { [weak self, weak mounted] in
                if let mounted, !mounted.isReplaced { self?.begin(feedbacks, of: mounted) }
            }
        }
        return token
    }

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
        guard let former = mounts.mount(named: name) else { return }
        former.isReplaced = true
        mounts.release(at: former.caseIndex)
        mounts.removeReleased()
        if let entry = recording?.mounts.first(where: { $0.value === former })?.key { recordEnd(of: entry) }
        cancelEffects(below: mounted(former).link)
    }

    private func cancelEffects(below link: StateLink) {
        let key = EffectLifetime.Key(link: ObjectIdentifier(link), element: nil)
        if let place = lifetime.existingChild(key) { effects.cancel(place) }
    }

    /// Runs the machine's reducer and the mounted ones, then the watches of all of them, then performs their effects.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - group: The group that the action belongs to.
    /// - Returns: The group of the effects that followed, if any did.
    func reduceWithMounts(_ action: Action, group: EffectGroup?) -> EffectGroup? {
        var group = group
        if mounts.hasReleased { mounts.removeReleased() }
        // A reducer that is mounted meanwhile receives the actions after this one.
        let mounts = mounts
        steps?.willReduce(storage.pointee.state)
        // Reducers for one case have no watches.
        mounts.forEach(at: nil) { mounted($0).steps?.willReduce(storage.pointee.state) }
        var effect = run(steps?.reduce ?? reducer, action)
        // Their types are erased, because their metadata would be looked up for each.
        var present: [Mount] = []
        mounts.forEach(at: indexOfCase?(action)) {
            $0.operation = run(mounted($0).reduce, action).operation
            present.append($0)
        }
        if let steps { effect = effect.merge(with: run(steps.look, action)) }
        for mount in present where mount.caseIndex == nil {
            guard let steps = mounted(mount).steps else { continue }
            mount.operation = takeEffect(of: mount).merge(with: run(steps.look, action)).operation
        }
        storage.pointee.phase = .attending
        begin(effect, group: &group) { rootContext(group: $0) }
        for mount in present where mount.operation != nil {
            begin(takeEffect(of: mount), group: &group) { context(of: mounted(mount), group: $0) }
        }
        settleEffects()
        return group
    }

    /// The table contains only this type.
    private func mounted(_ mount: Mount) -> MountedReducer<State, Action> {
        unsafeDowncast(mount, to: MountedReducer<State, Action>.self)
    }

    /// Takes the effect of a mounted reducer; only an operation of its actions is stored there.
    private func takeEffect(of mount: Mount) -> Effect<Action> {
        Effect(mount.operation.take())
    }

    /// The context of the effects of a mounted reducer.
    func context(of mounted: MountedReducer<State, Action>, group: EffectGroup) -> EffectContext {
        var context = rootContext(group: group)
        context.place = mounted.link.lifetime(under: lifetime, element: nil)
        // Effects of a removed reducer send no more actions, even before they are cancelled.
        context.way = EffectChain(
            { [weak mounted] in mounted.map { !$0.isReplaced } == true ? $0 : nil },
            nil
        )
        return context
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
    /// The reducers alone.
    let reduce: ReducerStep<State, Action>

    /// The same with its watches, if it has any.
    let steps: ReducerSteps<State, Action>?

    /// The lifetime of the reducer's effects.
    let link: StateLink

    init(
        function: ReducerStep<State, Action>,
        steps: ReducerSteps<State, Action>?,
        caseIndex: Int?,
        name: String?,
        site: SourceSite,
        link: StateLink
    ) {
        reduce = steps?.reduce ?? function
        self.steps = steps
        self.link = link
        super.init(caseIndex: caseIndex, name: name, site: site)
    }
}

/// The reducers that are mounted on a machine, in order, with those apart that one case of the actions concerns.
///
/// It has no generic types, for the reason that `AttachmentList` gives.
struct MountTable {
    private struct Entry {
        weak var mount: Mount?
        let number: Int

        /// The reducer, unless it was dropped or replaced.
        var present: Mount? {
            guard let mount, !mount.isReplaced else { return nil }
            return mount
        }
    }

    /// Those that every action may concern.
    private var general: [Entry] = []

    /// Those that only the actions in one case concern, by its index.
    private var special: [Int: [Entry]] = [:]

    private var count = 0

    /// Where one has been dropped: at indices, and among those for every action.
    private var released: Set<Int?> = []

    var isEmpty: Bool { general.isEmpty && special.isEmpty }

    /// The titles of the mounted reducers, in order.
    var titles: [String] {
        (special.values.joined() + general).sorted { $0.number < $1.number }.compactMap { $0.present?.title }
    }

    /// The reducer that is mounted with a name.
    func mount(named name: String) -> Mount? {
        (special.values.joined() + general).lazy.compactMap(\.present).first { $0.name == name }
    }

    mutating func append(_ mount: Mount) {
        count += 1
        let entry = Entry(mount: mount, number: count)
        if let index = mount.caseIndex {
            special[index, default: []].append(entry)
        } else {
            general.append(entry)
        }
    }

    /// Whether there is something to forget.
    var hasReleased: Bool { !released.isEmpty }

    /// Marks that one was dropped, which was mounted for a case or for all.
    mutating func release(at index: Int?) { released.insert(index) }

    /// Forgets those that were dropped.
    mutating func removeReleased() {
        for case let index? in released {
            special[index]?.removeAll { $0.present == nil }
            if special[index]?.isEmpty == true { special[index] = nil }
        }
        if released.contains(nil) { general.removeAll { $0.present == nil } }
        released = []
    }

    mutating func removeAll() { self = MountTable() }

    /// Calls a closure with each one that an action in a case concerns and that is still kept, in order.
    ///
    /// - Parameters:
    ///   - index: The index of the case; with `nil`, only those that every action concerns.
    ///   - body: Is given the reducer.
    func forEach(at index: Int?, _ body: (Mount) -> Void) {
        let special = index.flatMap { self.special[$0] } ?? []
        var (first, second) = (0, 0)
        while first < general.count || second < special.count {
            let isGeneral =
                second == special.count
                || (first < general.count && general[first].number < special[second].number)
            let mount = isGeneral ? general[first].present : special[second].present
            if isGeneral { first += 1 } else { second += 1 }
            if let mount { body(mount) }
        }
    }
}

/// A reducer that is mounted.
class Mount {
    /// The index of the only case whose actions concern it; `nil` where any may.
    let caseIndex: Int?

    /// The effect that it returned for the current action, as an operation, until that begins.
    final var operation: EffectOperation?

    /// Whether another reducer with the same name took its place.
    final var isReplaced = false

    final let name: String?
    private let site: SourceSite

    init(caseIndex: Int?, name: String?, site: SourceSite) {
        self.caseIndex = caseIndex
        self.name = name
        self.site = site
    }

    /// Its name for readers, or the line of its `mount` if it has none.
    final var title: String { name ?? "\(site)" }
}
