// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a child is in its parent's state: in one part of it, or in each row of a collection.
@usableFromInline protocol ChildPlace<Root, Part> {
    associatedtype Root
    associatedtype Part

    /// Identifies the children of the place.
    associatedtype ID

    /// The payload of the parent's case for the child's actions.
    associatedtype Payload
    associatedtype PartAction

    /// The identity of the child's state, which differs between successive children.
    var identity: StateIdentity<Part>? { get }

    /// Whether there is always a child.
    var isAlwaysThere: Bool { get }

    /// The child for the table of its parent, if its state is stored inline and always the same state.
    ///
    /// The usual case is called directly, and nothing is done that is not needed.
    func directChild<Action>(
        _ function: PlacedReducer<PartAction>,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> CaseChild<Action, Payload>?

    /// Takes the payload of an action apart.
    func open(_ payload: Payload) -> (id: ID, action: PartAction)

    /// Turns an effect of a child into one of the parent, which lives as long as this state of the child.
    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _ id: ID,
        _ state: Part,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Effect<Action>

    /// Whether the child is the one that must not see the current action.
    func isPassed(_ passed: PassedChild, _ id: ID, _ link: StateLink) -> Bool

    /// Changes the state of a child in place.
    ///
    /// Returns whether there is one.
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Part) -> Void) -> Bool

    /// Shows the state of a child to a closure.
    ///
    /// Returns whether there is one.
    func read(_ root: Root, _ element: AnyHashable?, _ body: (Part) -> Void) -> Bool

    /// The collection's record of changed rows, if the children are rows.
    var rows: RowsLink<Root>? { get }

    /// Lets the collection record which rows change, if the children are rows.
    func recordChanges(in root: inout Root)

    /// The watch that removes children whose row is gone, if they are joined with rows.
    func removalWatch<Action>(_: Action.Type) -> (() -> Watch<Root, Action>)?

    /// Makes the child the one that filters in it speak of.
    func select(_ id: ID, _ child: ResolvedChild<Part, PartAction>)

    /// The watch of the children at the place.
    func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action>
}

extension ChildPlace {
    @usableFromInline func removalWatch<Action>(_: Action.Type) -> (() -> Watch<Root, Action>)? { nil }

    @usableFromInline var rows: RowsLink<Root>? { nil }

    @usableFromInline func recordChanges(in root: inout Root) {}

    @usableFromInline func select(_: ID, _ child: ResolvedChild<Part, PartAction>) {}
}

/// The place of a child in one part of the state: a property, the value of an optional, or the payload of a case.
@usableFromInline struct PartPlace<Root, Part, PartAction>: ChildPlace {
    @usableFromInline let lens: Lens<Root, Part>
    @usableFromInline let identity: StateIdentity<Part>?
    @usableFromInline let isAlwaysThere: Bool

    @usableFromInline init(_ lens: Lens<Root, Part>, _: PartAction.Type, isAlwaysThere: Bool = false) {
        self.lens = lens
        self.isAlwaysThere = isAlwaysThere
        identity = .ofStates()
    }

    @usableFromInline func directChild<Action>(
        _ function: PlacedReducer<PartAction>,
        _ embed: @escaping (PartAction) -> Action?,
        _ link: StateLink
    ) -> CaseChild<Action, PartAction>? {
        guard isAlwaysThere, identity == nil, let offset = lens.offset else { return nil }
        return CaseChild(at: offset, function) { $0.scoped(embed, link: link) }
    }

    @inlinable
    func open(_ payload: PartAction) -> (id: Void, action: PartAction) { ((), payload) }

    @inlinable
    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _: Void,
        _ state: Part,
        _ embed: @escaping (PartAction) -> Action?,
        _ link: StateLink
    ) -> Effect<Action> { effect.scoped(embed, link: link, of: state, identity) }

    @inlinable
    func isPassed(_ passed: PassedChild, _: Void, _ link: StateLink) -> Bool { passed.isChild(link) }

    @inlinable
    func modify(_ root: inout Root, _: Void, _ body: (inout Part) -> Void) -> Bool {
        lens.modify(&root, body)
    }

    @inlinable
    func read(_ root: Root, _: AnyHashable?, _ body: (Part) -> Void) -> Bool { lens.read(root, body) }

    @usableFromInline func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (PartAction) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action> {
        lens.watch(child, kind) { [identity] in $0.scoped(embed, link: link, of: $1, identity) }
    }
}

/// The members that both places in a collection share.
extension ChildPlace where ID: Hashable & SendableMetatype, Payload == IdentifiedAction<ID, PartAction> {
    // The identifier in the collection distinguishes them.
    @usableFromInline var identity: StateIdentity<Part>? { nil }
    @usableFromInline var isAlwaysThere: Bool { false }

    @usableFromInline func directChild<Action>(
        _: PlacedReducer<PartAction>,
        _: @escaping (Payload) -> Action?,
        _: StateLink
    ) -> CaseChild<Action, Payload>? { nil }

    @inlinable
    static func scoped<Action>(
        _ effect: Effect<PartAction>,
        _ id: ID,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Effect<Action> {
        guard !effect.isNone else { return .none }
        return effect.scoped({ embed(.element(id: id, action: $0)) }, link: link, element: AnyHashable(id))
    }

    @usableFromInline func select(_ id: ID, _ child: ResolvedChild<Part, PartAction>) { child.select(id) }
}

/// The place of a child in the rows of a collection.
@usableFromInline struct RowPlace<Root, ID: Hashable & SendableMetatype, Part, PartAction>: ChildPlace {
    @usableFromInline typealias Payload = IdentifiedAction<ID, PartAction>

    @usableFromInline let lens: Lens<Root, IdentifiedArray<ID, Part>>

    @usableFromInline init(_ lens: Lens<Root, IdentifiedArray<ID, Part>>, _: PartAction.Type) {
        self.lens = lens
    }

    @inlinable
    func open(_ payload: Payload) -> (id: ID, action: PartAction) {
        switch payload {
        case .element(let id, let action): (id, action)
        }
    }

    @inlinable
    func isPassed(_ passed: PassedChild, _ id: ID, _ link: StateLink) -> Bool { passed.isRow(id, link) }

    @inlinable
    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _ id: ID,
        _: Part,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Effect<Action> { Self.scoped(effect, id, embed, link) }

    @inlinable
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Part) -> Void) -> Bool {
        lens.modifyRow(id, of: &root, body)
    }

    @inlinable
    func read(_ root: Root, _ element: AnyHashable?, _ body: (Part) -> Void) -> Bool {
        guard let id = element?.base as? ID else { return false }
        return lens.readRow(id, of: root, body)
    }

    @inlinable
    var rows: RowsLink<Root>? {
        RowsLink(
            moment: { [lens] root in
                var moment: RowsMoment?
                lens.read(root) { moment = RowsMoment(membership: $0.membership, cursor: $0.cursor) }
                return moment
            },
            forEachChange: { [lens] root, moment, body in
                guard let cursor = moment.cursor else { return false }
                var isKnown = false
                lens.read(root) { rows in
                    isKnown = rows.allChanges(after: cursor) { id in
                        body(AnyHashable(id))
                        return true
                    }
                    guard !isKnown, let changed = rows.changes(after: cursor) else { return }
                    for id in changed { body(AnyHashable(id)) }
                    isKnown = true
                }
                return isKnown
            }
        )
    }

    @inline(never)
    @usableFromInline func recordChanges(in root: inout Root) {
        var isRecording = true
        lens.read(root) { isRecording = $0.cursor != nil }
        if !isRecording { lens.modify(&root) { _ = $0.markObserved() } }
    }

    @usableFromInline func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action> {
        lens.watchRows(child, kind) { Self.scoped($0, $1, embed, link) }
    }
}

/// The place of a child in the pages or rows of a collection, each joined with a row of another one.
struct JoinedPlace<Root, ID: Hashable & SendableMetatype, Page, Part, PartAction>: ChildPlace {
    typealias Payload = IdentifiedAction<ID, PartAction>

    private let joined: JoinedRows<Root, ID, Page, Part>

    init(_ joined: JoinedRows<Root, ID, Page, Part>, _: PartAction.Type) { self.joined = joined }

    func open(_ payload: Payload) -> (id: ID, action: PartAction) {
        switch payload {
        case .element(let id, let action): (id, action)
        }
    }

    func isPassed(_ passed: PassedChild, _ id: ID, _ link: StateLink) -> Bool { passed.isRow(id, link) }

    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _ id: ID,
        _: Part,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Effect<Action> { Self.scoped(effect, id, embed, link) }

    var rows: RowsLink<Root>? { joined.link }

    func removalWatch<Action>(_: Action.Type) -> (() -> Watch<Root, Action>)? { joined.removalWatch }

    func modify(_ root: inout Root, _ id: ID, _ body: (inout Part) -> Void) -> Bool {
        joined.modify(&root, id, body)
    }

    func read(_ root: Root, _ element: AnyHashable?, _ body: (Part) -> Void) -> Bool {
        guard let id = element?.base as? ID else { return false }
        return joined.read(root, id, body)
    }

    func recordChanges(in root: inout Root) { joined.recordChanges(in: &root) }

    func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action> {
        joined.watch(child, kind) { Self.scoped($0, $1, embed, link) }
    }
}

extension JoinedRows {
    /// Makes the watch that removes pages whose row is gone.
    ///
    /// While neither pages nor rows are added or removed, it compares two numbers after each action.
    func removalWatch<Action>() -> Watch<Root, Action> {
        var seen: (pages: ChangeStamp?, rows: ChangeStamp?)?
        let stamps = { [self] (root: Root) -> (pages: ChangeStamp?, rows: ChangeStamp?) in
            let moment = moment(of: root)
            return (moment?.membership, moment?.joinedMembership)
        }
        return Watch(
            isDue: { [self] root in
                let now = stamps(root)
                if let seen, seen == now { return false }
                var count = 0
                lens.read(root) { count = $0.count }
                guard ids(root).count == count else { return true }
                seen = now
                return false
            },
            answer: { [self] root in
                let kept = Set(ids(root))
                lens.modify(&root) { pages in
                    let gone = pages.ids.filter { !kept.contains($0) }
                    if isStack, let lowest = gone.first.flatMap({ pages.index(id: $0) }) {
                        pages.removeSubrange(lowest...)
                    } else {
                        for id in gone { pages.remove(id: id) }
                    }
                }
                return .none
            },
            isIdle: { false }
        )
    }
}
