// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPresenting

/// A message as an action of the reducers: the same type at every level of the state.
indirect enum EngineAction: Sendable, CasePathable {
    case own(EngineCommand)
    case child(EngineSlot, EngineAction)
    case rows(IdentifiedAction<Int, EngineAction>)
    case page(Int, EngineAction)
    case push(Int), pop(Int)

    init(_ message: EngineMessage) {
        var action: EngineAction =
            switch message.command {
            case .push(let id): .push(id)
            case .pop(let number): .pop(number)
            default: .own(message.command)
            }
        for hop in message.way.reversed() {
            action =
                switch hop.slot {
                case .rows: .rows(.element(id: hop.row, action: action))
                case .pages: .page(hop.row, action)
                default: .child(hop.slot, action)
                }
        }
        self = action
    }

    var message: EngineMessage {
        switch self {
        case .own(let command): EngineMessage(command: command)
        case .child(let slot, let action): action.message.behind(EngineHop(slot: slot))
        case .rows(.element(let row, let action)): action.message.behind(EngineHop(slot: .rows, row: row))
        case .page(let number, let action): action.message.behind(EngineHop(slot: .pages, row: number))
        case .push(let id): EngineMessage(command: .push(id))
        case .pop(let number): EngineMessage(command: .pop(number))
        }
    }

    struct AllCasePaths: Sendable {
        var stored: CasePath<EngineAction, EngineAction> { EngineAction.path(.stored) }
        var alias: CasePath<EngineAction, EngineAction> { EngineAction.path(.alias) }
        var modified: CasePath<EngineAction, EngineAction> { EngineAction.path(.modified) }
        var optional: CasePath<EngineAction, EngineAction> { EngineAction.path(.optional) }
        var created: CasePath<EngineAction, EngineAction> { EngineAction.path(.created) }
        var detail: CasePath<EngineAction, EngineAction> { EngineAction.path(.detail) }
        var sheet: CasePath<EngineAction, EngineAction> { EngineAction.path(.sheet) }
        var rows: CasePath<EngineAction, IdentifiedAction<Int, EngineAction>> {
            CasePath(
                index: 50,
                embed: { .rows($0) },
                extract: { if case .rows(let action) = $0 { action } else { nil } }
            )
        }

        /// The actions of the pages of a state.
        subscript<Part: EnginePart>(pages _: EnginePages<Part>) -> CasePath<
            EngineAction, StackAction<Part, EngineAction>
        > {
            CasePath(embed: EngineAction.init(pages:), extract: { $0.pages() })
        }
    }

    init<Part: EnginePart>(pages action: StackAction<Part, EngineAction>) {
        switch action {
        case .element(let id, let action): self = .page(id.rawValue, action)
        case .pop(let id): self = .pop(id.rawValue)
        case .push(let part): self = .push(part.fields.id)
        }
    }

    func pages<Part: EnginePart>() -> StackAction<Part, EngineAction>? {
        switch self {
        case .page(let number, let action): .element(id: StackElementID(rawValue: number), action: action)
        case .pop(let number): .pop(from: StackElementID(rawValue: number))
        case .push(let id): .push(Part(.pushed(id)))
        case .own, .child, .rows: nil
        }
    }

    static let allCasePaths = AllCasePaths()

    /// The children that are found by an index; the others are tried in turn.
    private static func index(of slot: EngineSlot) -> Int? {
        switch slot {
        case .stored: 0
        case .modified: 31
        case .optional: 32
        case .detail: 7
        case .alias, .created, .sheet, .rows, .pages: nil
        }
    }

    static func caseIndex(of value: Self) -> Int? {
        switch value {
        case .own, .page, .push, .pop: nil
        case .child(let slot, _): index(of: slot)
        case .rows: 50
        }
    }

    static func path(_ slot: EngineSlot) -> CasePath<EngineAction, EngineAction> {
        CasePath(
            index: index(of: slot),
            embed: { .child(slot, $0) },
            extract: { if case .child(slot, let action) = $0 { action } else { nil } }
        )
    }
}

/// Names the pages of a state of this type.
struct EnginePages<Part: EnginePart>: Hashable, Sendable {}
