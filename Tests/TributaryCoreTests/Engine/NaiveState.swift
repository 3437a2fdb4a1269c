// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A state of the naive model: values, and lists of children.
struct NaiveState: Equatable, Sendable {
    var fields: EngineFields
    /// How many kinds of states may be below; those at the bottom contain themselves.
    var depth: Int
    var children: [EnginePlace: [NaiveState]] = [:]
    /// Its number, if it is a page.
    var page: Int?
    /// The number of the next page that is pushed below it.
    var nextPage = 0

    init(bare fields: EngineFields, depth: Int) {
        self.fields = fields
        self.depth = depth
    }

    init(_ fields: EngineFields, depth: Int) {
        self.init(bare: fields, depth: depth)
        if depth > 0 { children[.stored] = [make(0, .stored)] }
    }

    private func make(_ id: Int, _ place: EnginePlace) -> NaiveState {
        NaiveState(fields.child(id, at: place), depth: max(0, depth - 1))
    }

    /// Whether a reducer or a store of this kind of state reaches a child in this way.
    func has(_ slot: EngineSlot) -> Bool { depth > 0 || slot == .optional || slot == .rows }

    private func has(_ place: EnginePlace) -> Bool { depth > 0 || place == .optional || place == .rows }

    func position(of hop: EngineHop) -> Int? {
        guard let present = children[hop.slot.place] else { return nil }
        return hop.slot.isMany ? present.firstIndex { $0.row == hop.row } : 0
    }

    /// Which one of several it is.
    var row: Int { page ?? fields.id }

    /// The same without the numbers of next pages, which `==` of a stack does not compare.
    var compared: NaiveState {
        var state = self
        state.nextPage = 0
        state.children = children.mapValues { $0.map(\.compared) }
        return state
    }

    /// The same with another number, or without one, as observers of the page itself see it.
    func numbered(_ number: Int?) -> NaiveState {
        var state = self
        state.page = number
        return state
    }

    mutating func push(_ fields: EngineFields) {
        let page = NaiveState(fields, depth: max(0, depth - 1)).numbered(nextPage)
        children[.pages, default: []].append(page)
        nextPage += 1
    }

    /// Whether there was such a page.
    mutating func pop(_ number: Int) -> Bool {
        guard let position = children[.pages]?.firstIndex(where: { $0.page == number }) else { return false }
        children[.pages]?.removeSubrange(position...)
        if position == 0 { children[.pages] = nil }
        return true
    }

    subscript(hop: EngineHop) -> NaiveState? {
        get { position(of: hop).flatMap { children[hop.slot.place]?[$0] } }
        set {
            guard let position = position(of: hop), let newValue else { return }
            children[hop.slot.place]?[position] = newValue
        }
    }

    mutating func apply(_ command: EngineCommand) {
        fields.apply(command)
        switch command {
        case .put(let slot, let id): put(slot.place, id)
        case .poke(let hop): self[hop]?.fields.count += 1
        case .reverse: children[.rows]?.reverse()
        case .exchange where depth > 0:
            (children[.rows], children[.spare]) = (children[.spare], children[.rows])
        case .keep where depth > 0: children[.spare] = children[.rows]
        case .add, .ask, .toggle, .request, .gate, .exchange, .keep, .work, .push, .pop: break
        }
    }

    private mutating func put(_ place: EnginePlace, _ id: Int?) {
        guard has(place) else { return }
        switch place {
        case .stored: children[place] = [make(id ?? 0, place)]
        case .rows, .spare: putRow(id)
        case .pages:
            guard let id else { return children[.pages] = nil }
            if !pop(id) { push(fields.child(id, at: .pages)) }
        case .optional: children[place] = id.map { [make($0, place)] }
        case .detail, .sheet:
            children[.detail] = nil
            children[.sheet] = nil
            children[place] = id.map { [make($0, place)] }
        }
    }

    private mutating func putRow(_ id: Int?) {
        guard let id else { return children[.rows] = nil }
        var rows = children[.rows] ?? []
        if let position = rows.firstIndex(where: { $0.fields.id == id }) {
            rows.remove(at: position)
        } else {
            rows.append(make(id, .rows))
        }
        children[.rows] = rows.isEmpty ? nil : rows
    }
}

extension NaiveState: CustomStringConvertible {
    /// The differences from an initial state.
    var description: String {
        let below = children.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key): \($0.value.map(\.description).joined(separator: ", "))" }
        return "(" + ([fields.description] + below).joined(separator: "; ") + ")"
    }
}
