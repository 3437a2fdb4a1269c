// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A scope of a naive store: a way, with the children that it leads through.
///
/// An optional child with another identifier is another child; a child that always exists stays the same, and so does a page
/// with the same number.
struct NaiveScope {
    let way: [EngineHop]
    private let ids: [Int?]

    init(_ way: [EngineHop], in state: NaiveState) {
        self.way = way
        var current: NaiveState? = state
        ids = way.map { hop in
            current = current?[hop]
            let staysTheSame = hop.slot.place == .stored || hop.slot.place == .pages
            return staysTheSame ? nil : current?.fields.id
        }
    }

    /// The state of the scope, if it exists.
    func part(of state: NaiveState) -> NaiveState? {
        var current = state
        for (hop, id) in zip(way, ids) {
            guard let child = current[hop], id == nil || id == child.fields.id else { return nil }
            current = child
        }
        return current
    }

    /// Whether another child is in the place of one that the way leads through.
    func isReplaced(in state: NaiveState) -> Bool {
        var current = state
        for (hop, id) in zip(way, ids) {
            guard let child = current[hop] else { return false }
            if let id, id != child.fields.id { return true }
            current = child
        }
        return false
    }
}
