// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The fields of every state, whatever its children.
struct EngineFields: Hashable, Sendable {
    var id: Int
    /// Identifies the places of a tree of states.
    var home: Int
    var count = 0
    /// A field that the answers to changes modify.
    var mark = 0
    /// Which reducers ran here, in which order, with which dependencies.
    var trace = 0
    var query: Int?
    var queries: Set<Int> = []
    var requests: [Int: Int] = [:]
    var isOpen = true

    init(id: Int, home: Int) {
        self.id = id
        self.home = home
    }

    /// The fields of a child.
    func child(_ id: Int, at place: EnginePlace) -> EngineFields {
        EngineFields(id: id, home: home &* 61 &+ (place.rawValue + 1) &* 7 &+ id)
    }

    /// The fields of a page that a view pushes.
    static func pushed(_ id: Int) -> EngineFields { EngineFields(id: id, home: 977) }

    /// Applies the part of a command that concerns the fields alone.
    mutating func apply(_ command: EngineCommand) {
        switch command {
        case .add(let number): count += number
        case .ask(let query): self.query = query
        case .toggle(let query): queries.formSymmetricDifference([query])
        case .request(let key, let query): requests[key] = query
        case .gate: isOpen.toggle()
        case .put, .poke, .reverse, .exchange, .keep, .work, .push, .pop: break
        }
    }

    /// The number of times that a wrapper runs its content, for an action that finds these fields.
    func turns(of wrapper: Int) -> Int { isOpen ? wrapper % 2 + 1 : 0 }

    /// Records that a reducer ran.
    mutating func note(_ reducer: Int) { trace = (trace &* 31 &+ reducer) & 0xFFF_FFFF }
}

extension EngineFields: CustomStringConvertible {
    var description: String {
        var parts = ["id \(id)"]
        if count != 0 { parts.append("count \(count)") }
        if mark != 0 { parts.append("mark \(mark)") }
        if trace != 0 { parts.append("trace \(trace)") }
        if let query { parts.append("query \(query)") }
        if !queries.isEmpty { parts.append("queries \(queries.sorted())") }
        if !requests.isEmpty { parts.append("requests \(requests)") }
        if !isOpen { parts.append("closed") }
        return parts.joined(separator: " ")
    }
}
