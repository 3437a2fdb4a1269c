// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The place of a child in the pages or rows of a collection, each joined with a row of another one.
@usableFromInline
struct JoinedPlace<Root, ID: Hashable & SendableMetatype, Page, Part, PartAction>: ChildPlace {
    @usableFromInline typealias Payload = IdentifiedAction<ID, PartAction>
    private typealias Rows = RowPlace<Root, ID, Part, PartAction>

    private let joined: JoinedRows<Root, ID, Page, Part>

    @usableFromInline
    init(_ joined: JoinedRows<Root, ID, Page, Part>, _: PartAction.Type) { self.joined = joined }

    @usableFromInline var identity: StateIdentity<Part>? { nil }
    @usableFromInline var isAlwaysThere: Bool { false }
    @usableFromInline var rows: RowsLink<Root>? { joined.link }

    @usableFromInline
    func removalWatch<Action>(_: Action.Type) -> (() -> Watch<Root, Action>)? { joined.removalWatch }

    @usableFromInline
    func directChild<Action>(
        _: PlacedReducer<PartAction>,
        _: @escaping (Payload) -> Action?,
        _: StateLink
    ) -> CaseChild<Action, Payload>? { nil }

    @usableFromInline
    func open(_ payload: Payload) -> (id: ID, action: PartAction) {
        switch payload {
        case .element(let id, let action): (id, action)
        }
    }

    @usableFromInline
    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _ id: ID,
        _: Part,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Effect<Action> { Rows.scoped(effect, id, embed, link) }

    @usableFromInline
    func isPassed(_ passed: PassedChild, _ id: ID, _ link: StateLink) -> Bool { passed.isRow(id, link) }

    @usableFromInline
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Part) -> Void) -> Bool {
        joined.modify(&root, id, body)
    }

    @usableFromInline
    func read(_ root: Root, _ element: AnyHashable?, _ body: (Part) -> Void) -> Bool {
        guard let id = element?.base as? ID else { return false }
        return joined.read(root, id, body)
    }

    @usableFromInline
    func recordChanges(in root: inout Root) { joined.recordChanges(in: &root) }

    @usableFromInline
    func select(_ id: ID, _ child: ResolvedChild<Part, PartAction>) {
        if child.selectRow != nil { child.select(id) }
    }

    @usableFromInline
    func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action> {
        joined.watch(child, kind) { Rows.scoped($0, $1, embed, link) }
    }
}
