// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A message as an action of the reducers: the same type at every level of the state.
indirect enum EngineAction: Sendable, CasePathable {
    case own(EngineCommand)
    case child(EngineSlot, EngineAction)
    case rows(IdentifiedAction<Int, EngineAction>)

    init(_ message: EngineMessage) {
        var action = EngineAction.own(message.command)
        for hop in message.way.reversed() {
            action =
                hop.slot == .rows ? .rows(.element(id: hop.row, action: action)) : .child(hop.slot, action)
        }
        self = action
    }

    var message: EngineMessage {
        switch self {
        case .own(let command): EngineMessage(command: command)
        case .child(let slot, let action): action.message.behind(EngineHop(slot: slot))
        case .rows(.element(let row, let action)): action.message.behind(EngineHop(slot: .rows, row: row))
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
    }

    static let allCasePaths = AllCasePaths()

    /// The children that are found by a visit; the others are asked.
    private static func index(of slot: EngineSlot) -> Int? {
        switch slot {
        case .stored: 0
        case .modified: 31
        case .optional: 32
        case .detail: 7
        case .alias, .created, .sheet, .rows: nil
        }
    }

    static func visitCase<Visitor: CaseVisitor>(of value: Self, _ visitor: Visitor) -> Visitor.Output {
        switch value {
        case .own: return visitor.visitOther()
        case .child(let slot, let action):
            guard let index = index(of: slot) else { return visitor.visitOther() }
            return visitor.visit(index, action)
        case .rows(let action): return visitor.visit(50, action)
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
