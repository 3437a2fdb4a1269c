// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryInspector

extension Tool {
    /// The question that a call asks first.
    ///
    /// - Parameter arguments: The arguments of the call.
    /// - Returns: The question.
    /// - Throws: Which argument is missing.
    func question(_ arguments: ToolArguments) throws -> Question {
        let limit = max(1, min(200, arguments.limit ?? 50))
        let path = arguments.path.map(ValuePath.label)
        func number() throws -> Int { try arguments.number.orFault("number") }
        func condition() throws -> Condition {
            let test = try arguments.is.orFault("is")
            guard arguments.value != nil || test == .exists || test == .missing else {
                throw SourceFault("Compare it with which value?")
            }
            return Condition(path: try path.orFault("path"), test: test, value: arguments.value?.text)
        }
        switch self {
        case .stores: return .hello(version: 2, run: nil)
        case .actions:
            return .actions(
                name: arguments.name,
                path: path,
                text: arguments.text,
                after: arguments.since,
                before: arguments.before,
                count: limit
            )
        case .action: return .action(number: try number())
        case .state:
            return .value(
                of: arguments.subject,
                number: arguments.number,
                path: path ?? .label(""),
                depth: arguments.levels,
                from: arguments.from,
                count: arguments.limit ?? 100
            )
        case .difference: return .difference(number: try number(), against: arguments.against, limit: limit)
        case .why:
            return .why(path: try path.orFault("path"), before: arguments.before, count: min(limit, 20))
        case .effects: return .effects(only: arguments.all == true ? nil : .running, from: 0, count: limit)
        case .whatIf:
            let added = arguments.insert.map { [Question.Insertion(text: $0, before: arguments.before)] }
            return .wouldDiffer(skip: arguments.skip, insert: added, path: path)
        case .bisect: return .bisect(condition: try condition(), after: arguments.since)
        case .minimize: return .minimize(condition: try condition(), to: arguments.to)
        case .test: return .test(from: arguments.from, to: arguments.to)
        case .graph: return .graph(number: try number(), limit: limit)
        case .send: return .send(text: try arguments.action.orFault("action"))
        case .travel: return arguments.number.map { .travel(number: $0) } ?? .comeBack
        }
    }
}

extension ToolArguments {
    var subject: Question.Subject { number == nil ? .now : .after }

    /// How many levels of a state are shown.
    var levels: Int { max(0, min(5, depth ?? 2)) }

    /// Those that show less of a state: fewer levels first; then fewer parts.
    var smaller: ToolArguments? {
        let count = limit ?? 100
        guard levels > 0, count > 1 else { return nil }
        var result = self
        if levels > 1 { result.depth = levels - 1 } else { result.limit = count / 2 }
        return result
    }
}

extension Optional {
    func orFault(_ name: String) throws -> Wrapped {
        guard let self else { throw SourceFault("“\(name)” is missing.") }
        return self
    }
}
