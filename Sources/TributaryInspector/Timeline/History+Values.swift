// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    /// The value that a question is about: the state after an action, before it, the action itself, or the newest state.
    func value(_ subject: Question.Subject?, _ number: Int?, now: () -> State) throws(InspectorFault) -> Any {
        guard let number, subject != .now else { return now() }
        return switch subject {
        case .action: entries[try entry(number)].action
        case .before: try state(before: number)
        default: try state(after: number)
        }
    }

    /// The whole text at a path.
    func text(_ path: ValuePath, in value: Any) throws(InspectorFault) -> Answer {
        guard let found = ReflectedValue.find(path, in: value) else {
            throw InspectorFault("There is nothing at this path.")
        }
        let (text, isCut) = found.value.wholeText(limit: 100_000)
        return .text(text: text, more: isCut)
    }

    /// Several parts of one state.
    func pinned(_ paths: [ValuePath], in state: Any) throws(InspectorFault) -> Answer {
        .pinned(nodes: paths.prefix(100).map { ReflectedValue.find($0, in: state)?.node(depth: 0) })
    }

    /// The changes of an action, or the differences from the state after another one.
    func difference(_ number: Int, _ against: Int?, _ limit: Int?) throws(InspectorFault) -> Answer {
        let after = try state(after: number)
        var before = after
        if let against {
            before = try state(after: against)
        } else if number != baseNumber || index(of: number) != nil {
            before = try state(before: number)
        }
        return Self.answer(ValueDifference(from: before, to: after, limit: Self.limit(limit)))
    }

    static func limit(_ limit: Int?) -> Int { max(1, min(2_000, limit ?? 300)) }

    static func answer(_ difference: ValueDifference) -> Answer {
        let node = { (value: Any?) in value.map { ReflectedValue($0).node(depth: 0) } }
        return .difference(
            changes: difference.changes.map {
                ValueChange(
                    path: $0.path,
                    label: $0.label,
                    kind: $0.kind,
                    before: node($0.before),
                    after: node($0.after)
                )
            },
            more: difference.isCut
        )
    }
}
