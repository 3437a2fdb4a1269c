// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A place in a state for a child's state, with the form in which a reducer or a store reaches it.
enum EngineSlot: String, CaseIterable, Sendable {
    /// The child that is always there: as a stored property, as a computed one, and through a closure.
    case stored, alias, modified
    /// An optional child, and one that its first action creates.
    case optional, created
    /// Two cases of one enum.
    case detail, sheet
    /// A row, and a page of a stack.
    case rows, pages

    /// Whether there are several, identified by a number.
    var isMany: Bool { self == .rows || self == .pages }

    /// The place of the child's state.
    var place: EnginePlace {
        switch self {
        case .stored, .alias, .modified: .stored
        case .optional, .created: .optional
        case .detail: .detail
        case .sheet: .sheet
        case .rows: .rows
        case .pages: .pages
        }
    }
}

/// The place of a child's state in its parent.
enum EnginePlace: Int, CaseIterable, Sendable {
    case stored, optional, detail, sheet, rows, spare, pages
}

/// One step of the way from a state to one below it.
struct EngineHop: Hashable, Sendable {
    var slot: EngineSlot
    /// Which row or page; nothing elsewhere.
    var row = 0
}

/// An action: a command for the state at the end of a way.
struct EngineMessage: Hashable, Sendable {
    var way: [EngineHop] = []
    var command: EngineCommand

    /// Whether a state sees it as its own.
    var isOwn: Bool { way.isEmpty && command.isOwn }

    /// The same, seen from the parent.
    func behind(_ hop: EngineHop) -> EngineMessage { EngineMessage(way: [hop] + way, command: command) }

    func behind(_ hops: [EngineHop]) -> EngineMessage { EngineMessage(way: hops + way, command: command) }
}

/// A command for a state.
indirect enum EngineCommand: Hashable, Sendable {
    case add(Int)
    case ask(Int?)
    case toggle(Int)
    case request(Int, Int?)
    case gate
    /// Sets a child with this identifier, or removes it; adds or removes a row.
    case put(EngineSlot, Int?)
    /// The parent changes its child's state itself.
    case poke(EngineHop)
    case reverse
    /// The rows change places with those that were kept, or are kept.
    case exchange, keep
    case work(EngineWork)
    /// A view pushes a page with this identifier, or pops the page with this number: no action of the state's own.
    case push(Int), pop(Int)

    var isOwn: Bool {
        switch self {
        case .push, .pop: false
        default: true
        }
    }
}

/// An effect.
indirect enum EngineWork: Hashable, Sendable {
    case send(EngineMessage)
    case run
    case cancel(Int)
    case cancellable(EngineWork, Int, inFlight: Bool)
    case merge([EngineWork])
    case concatenate([EngineWork])
}
