// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Joins the pages or rows of a state with rows of one of its collections.
///
/// A page about a row needs the row, but you would have to keep a copy equal by hand. So the page keeps only the row's identifier.
/// For each turn of the page's reducer, the store joins page and row to the reducer's state, and separates them afterwards:
/// ```swift
/// struct Detail: Reducer {
///     struct Page { let id: Standup.ID; var isEditing = false }           // what the stack keeps
///     struct State { var page: Page; var standup: Standup }               // what the reducer changes
///     …
///     state.standup.title = title
/// }
///
/// extension App.State {
///     static var details: Join<App.State, Detail.Page, Detail.State> {
///         Join(\.standups, on: \.id) { page, standup in
///             standup.map { Detail.State(page: page, standup: $0) }
///         } separating: { state in
///             (state.page, state.standup)
///         }
///     }
/// }
/// …
/// .forEach(stack: \.path, action: \.path, joining: State.details) { Detail() }
/// store.scope(state: \.path, action: \.path, joining: State.details)
/// ```
/// The row leaves its collection for the turn, so it is changed in place and never copied (law 9). Between turns no page holds a
/// row, so the two cannot differ. When the row is removed, the page and the pages above it are removed in the same turn, and their
/// effects are cancelled (laws 7 and 8). Observers of the page are notified of each change of the row.
///
/// A turn of a page moves page and row twice. A change of the collection reads the identifier of each page once. An observed page
/// whose row changed is joined with a copy that shares the row's memory.
public struct Join<Root, Page, Joined> {
    /// Shows a page that is joined with its row to a closure; returns whether there is the row.
    let read: (Root, Page, (Joined) -> Void) -> Bool

    /// Joins a page with its row, changes both, and leaves the page without its row; returns whether there was the row.
    ///
    /// The closure may move the joined state out, but has to put it back.
    let modify: (inout Root, inout Page?, (inout Joined?) -> Void) -> Bool

    /// Whether there is the row of a page.
    let isThere: (Root, Page) -> Bool

    /// Equal at two moments if no row came, went or moved in between.
    let arrangement: (Root) -> ChangeStamp

    /// Equal at two moments if no row changed in between either.
    let version: (Root) -> ChangeStamp

    /// Whether the row of a page may have changed since a version; `nil` if no row has.
    let changes: (Root, ChangeStamp) -> ((Page) -> Bool)?
}

extension Join {
    /// Joins pages with rows of a collection.
    ///
    /// - Parameters:
    ///   - rows: The property that holds the rows. One that is computed is read and written for each turn.
    ///   - id: The identifier of a page's row; `nil` for a page that is about no row.
    ///   - joining: Makes the reducer's state from a page and its row; the row is `nil` for a page about no row.
    ///   - separating: Takes the reducer's state apart. `nil` for a row that there was removes it.
    public init<Row: Identifiable>(
        _ rows: WritableKeyPath<Root, IdentifiedArrayOf<Row>>,
        on id: @escaping (Page) -> Row.ID?,
        joining: @escaping (Page, Row?) -> Joined?,
        separating: @escaping (Joined) -> (Page, Row?)
    ) {
        let lens = Lens(rows)
        isThere = { root, page in
            guard let id = id(page) else { return true }
            return lens.contains(in: root) { $0.contains(id: id) }
        }
        read = { root, page, body in
            guard let id = id(page) else { return joining(page, nil).map(body) != nil }
            let row = lens.get(root) { $0[id: id] } ?? nil
            return row.flatMap { joining(page, $0) }.map(body) != nil
        }
        modify = { root, page, body in
            guard let id = page.flatMap(id) else {
                var row: Row?
                return Self.change(&page, &row, joining, separating, body)
            }
            return lens.modifyApart(id, in: &root) { _, row in
                Self.change(&page, &row, joining, separating, body)
            }
        }
        arrangement = { lens.get($0) { $0.arrangement } ?? .empty }
        version = { lens.get($0) { $0.log.version } ?? .empty }
        changes = { root, version in
            guard !lens.contains(in: root, { $0.log.version == version }) else { return nil }
            let ids = lens.get(root) { $0.log.changes(since: version).map { Set($0) } } ?? nil
            return { page in id(page).map { ids?.contains($0) ?? true } ?? false }
        }
    }

    /// Joins, changes and separates a page and a row.
    ///
    /// Neither variable holds a value meanwhile, so that the closure changes the storage in place.
    static func change<Row>(
        _ page: inout Page?,
        _ row: inout Row?,
        _ joining: (Page, Row?) -> Joined?,
        _ separating: (Joined) -> (Page, Row?),
        _ body: (inout Joined?) -> Void
    ) -> Bool {
        var joined = page.flatMap { joining($0, row) }
        guard joined != nil else { return false }
        page = nil
        row = nil
        body(&joined)
        if let separated = joined.map(separating) {
            page = separated.0
            row = separated.1
        }
        return true
    }

    /// The same for elements that contain a page, and a mark that they keep while the page is joined.
    ///
    /// - Parameters:
    ///   - apart: The mark and the page of an element.
    ///   - element: Makes an element of both.
    ///   - joinedApart: The mark and the joined state of an element that is joined.
    ///   - joined: Makes such an element of both.
    /// - Returns: How such elements are joined.
    package func lifted<Mark, Element, JoinedElement>(
        _ apart: @escaping (Element) -> (Mark, Page),
        _ element: @escaping (Mark, Page) -> Element,
        _ joinedApart: @escaping (JoinedElement) -> (Mark, Joined),
        _ joined: @escaping (Mark, Joined) -> JoinedElement
    ) -> Join<Root, Element, JoinedElement> {
        Join<Root, Element, JoinedElement>(
            read: { [read] root, element, body in
                let (mark, page) = apart(element)
                return read(root, page) { body(joined(mark, $0)) }
            },
            modify: { [modify] root, kept, body in
                guard let (mark, whole) = kept.take().map(apart) else { return false }
                var page = Optional(consume whole)
                let isThere = modify(&root, &page) { state in
                    var changed = state.take().map { joined(mark, $0) }
                    body(&changed)
                    state = changed.take().map { joinedApart($0).1 }
                }
                kept = page.take().map { element(mark, $0) }
                return isThere
            },
            isThere: { [isThere] in isThere($0, apart($1).1) },
            arrangement: arrangement,
            version: version,
            changes: { [changes] root, version in
                changes(root, version).map { mayHaveChanged in { mayHaveChanged(apart($0).1) } }
            }
        )
    }
}
