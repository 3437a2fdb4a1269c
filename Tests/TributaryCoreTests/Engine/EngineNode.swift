// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPresenting

/// A state with a child in every kind of place.
struct EngineNode<Inner: EnginePart>: EnginePart {
    static var depth: Int { Inner.depth + 1 }

    var fields: EngineFields
    var stored: Inner
    var optional: Inner?
    var screen = Screen.closed
    var rows: IdentifiedArray<Int, Inner> = []
    var spare: IdentifiedArray<Int, Inner> = []
    var pages: Stack<Inner> = []

    enum Screen: Equatable, Sendable, CasePathable {
        case closed
        case detail(Inner)
        case sheet(Inner)

        struct AllCasePaths: Sendable {
            var detail: CasePath<Screen, Inner> {
                CasePath(
                    embed: { .detail($0) },
                    extract: { if case .detail(let value) = $0 { value } else { nil } }
                )
            }
            var sheet: CasePath<Screen, Inner> {
                CasePath(
                    embed: { .sheet($0) },
                    extract: { if case .sheet(let value) = $0 { value } else { nil } }
                )
            }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    /// The child that is always there, through a getter and a setter.
    var alias: Inner {
        get { stored }
        set { stored = newValue }
    }

    init(_ fields: EngineFields) {
        self.fields = fields
        stored = Inner(fields.child(0, at: .stored))
    }

    private func make(_ id: Int, _ place: EnginePlace) -> Inner { Inner(fields.child(id, at: place)) }

    mutating func applyToChildren(_ command: EngineCommand) {
        switch command {
        case .put(let slot, let id): put(slot.place, id)
        case .poke(let hop): poke(hop)
        case .reverse: rows.reverse()
        case .exchange: swap(&rows, &spare)
        case .keep: spare = rows
        case .add, .ask, .toggle, .request, .gate, .work, .push, .pop: break
        }
    }

    private mutating func put(_ place: EnginePlace, _ id: Int?) {
        switch place {
        case .stored: stored = make(id ?? 0, place)
        case .optional: optional = id.map { make($0, place) }
        case .detail: screen = id.map { .detail(make($0, place)) } ?? .closed
        case .sheet: screen = id.map { .sheet(make($0, place)) } ?? .closed
        case .rows, .spare:
            guard let id else { return rows.removeAll() }
            if rows.remove(id: id) == nil { rows.append(make(id, place)) }
        case .pages:
            guard let id else { return pages.removeAll() }
            if !pages.pop(from: StackElementID(rawValue: id)) { pages.append(make(id, place)) }
        }
    }

    private mutating func poke(_ hop: EngineHop) {
        switch hop.slot.place {
        case .stored: stored.fields.count += 1
        case .optional: optional?.fields.count += 1
        case .detail: screen.modify(\.detail) { $0.fields.count += 1 }
        case .sheet: screen.modify(\.sheet) { $0.fields.count += 1 }
        case .rows, .spare: rows[id: hop.row]?.fields.count += 1
        case .pages: pages[id: StackElementID(rawValue: hop.row)]?.fields.count += 1
        }
    }

    var naive: NaiveState {
        var naive = NaiveState(bare: fields, depth: Self.depth)
        naive.children[.stored] = [stored.naive]
        if let optional { naive.children[.optional] = [optional.naive] }
        // Without paths to cases and properties, which take long in debug.
        switch screen {
        case .closed: break
        case .detail(let child): naive.children[.detail] = [child.naive]
        case .sheet(let child): naive.children[.sheet] = [child.naive]
        }
        if !rows.isEmpty { naive.children[.rows] = rows.map { $0.naive } }
        if !spare.isEmpty { naive.children[.spare] = spare.map { $0.naive } }
        if !pages.isEmpty {
            naive.children[.pages] = zip(pages.ids, pages).map { $1.naive.numbered($0.rawValue) }
        }
        var another = pages
        naive.nextPage = another.append(stored).rawValue
        return naive
    }
}
