// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryInspector

/// Runs tools: each sends questions to a source, and writes the answers.
final class ToolCalls: Sendable {
    private let sources: [any QuestionSource]
    private let options: Options

    /// The tools, as the protocol lists them.
    let listed: [Tool.Listed]

    init(_ sources: [any QuestionSource], _ options: Options) {
        self.sources = sources
        self.options = options
        listed = Tool.allCases.filter { options.allowsSending || !$0.changesProgram }.map(\.listed)
    }

    /// The store of a question, by its name in the source.
    private struct Target {
        let source: any QuestionSource
        let store: String

        /// The prefix of the names of its source.
        let prefix: String
    }

    /// - Throws: Why there is no answer, in a sentence.
    func call(_ tool: Tool, _ arguments: ToolArguments) async throws -> String {
        let bytes = max(500, min(1 << 20, arguments.bytes ?? options.bytes))
        var text = ToolText(bytes: bytes)
        if tool == .stores { return try await stores(bytes) }
        let target = try await target(arguments.store)
        func ask(_ question: Question) async throws -> Answer {
            try await target.source.ask(question, about: target.store)
        }
        let limit = max(1, min(200, arguments.limit ?? 50))
        let path = arguments.path.map(ValuePath.label)
        switch tool {
        case .stores: break
        case .actions:
            let question = Question.actions(
                name: arguments.name,
                path: path,
                text: arguments.text,
                after: arguments.since,
                before: arguments.before,
                count: limit
            )
            guard case .actions(let rows, let total, let isMore, let known) = try await ask(question) else {
                break
            }
            text.add("total", total)
            text.add("indexed", known?.note)
            let count = text.add("actions", list: rows.map(Item.action))
            text.add("next", count < rows.count || isMore ? "before: \(rows[count - 1].number)" : nil)
        case .action:
            let question = Question.action(number: try arguments.number.orFault("number"))
            guard
                case .action(let row, let value, let causes, let followed, let effects, let cancelled, _) =
                    try await ask(question)
            else { break }
            text.add("action", Item.action(row))
            text.add("time", row.time)
            text.add("causes", Array(causes.prefix(20)))
            text.add("followed", Array(followed.prefix(50)))
            text.add("effects", list: effects.map(Item.effect), keeping: 800)
            text.add("cancelled", list: cancelled.map(Item.effect), keeping: 600)
            let isShort = ToolText.json(Item.value(value)).utf8.count < 500
            text.add("value", isShort && value.count > 0 ? Item.value(value) : nil)
        case .state: try await state(arguments, bytes, &text, ask)
        case .difference:
            let number = try arguments.number.orFault("number")
            let question = Question.difference(number: number, against: arguments.against, limit: limit)
            guard case .difference(let changes, let isMore) = try await ask(question) else { break }
            text.add("changes", list: changes.map(Item.difference), more: isMore)
        case .why:
            let path = try arguments.path.orFault("path")
            let question = Question.why(path: .label(path), before: arguments.before, count: min(limit, 20))
            guard case .why(let changes, let total, let isMore, let known) = try await ask(question) else {
                break
            }
            text.add("total", total)
            text.add("since", known.since)
            text.add("indexed", known.note)
            let count = text.add("changes", list: changes.map { Item.change($0, asked: path) })
            let next = count < changes.count || isMore ? changes.prefix(count).last : nil
            text.add("next", next.map { "before: \($0.row.number)" })
        case .effects:
            let stage: EffectLine.Stage? = arguments.all == true ? nil : .running
            let question = Question.effects(only: stage, from: 0, count: limit)
            guard case .effects(let effects, let total) = try await ask(question) else { break }
            text.add("total", total)
            text.add("effects", list: effects.map(Item.effect))
        case .whatIf:
            let added = arguments.insert.map { Question.Insertion(text: $0, before: arguments.before) }
            let question = Question.wouldDiffer(skip: arguments.skip, insert: added.map { [$0] }, path: path)
            guard case .wouldDiffer(let number, let changes, let isMore) = try await ask(question) else {
                break
            }
            text.add("differsAfter", number)
            text.add("end", list: changes.map(Item.difference), more: isMore)
        case .bisect:
            let question = Question.bisect(condition: try condition(arguments), after: arguments.since)
            guard case .bisect(let number, let value) = try await ask(question) else { break }
            guard let number else {
                return "{\"number\":null,\"because\":\"It holds after no action, or from the first on.\"}"
            }
            text.add("number", number)
            text.add("value", value)
            guard case .action(let row, _, let causes, _, _, _, _) = try await ask(.action(number: number))
            else { break }
            text.add("action", Item.action(row))
            text.add("causes", Array(causes.prefix(20)))
        case .minimize:
            let question = Question.minimize(condition: try condition(arguments), to: arguments.to)
            guard case .minimize(let store, let kept, let number, let isSmallest) = try await ask(question)
            else { break }
            text.add("store", target.prefix + store)
            text.add("holdsAfter", number)
            text.add("isSmallest", isSmallest)
            text.add("count", kept.count)
            text.add("actions", Array(kept.prefix(200)))
        case .test:
            guard case .test(let test) = try await ask(.test(from: arguments.from, to: arguments.to)) else {
                break
            }
            guard test.utf8.count <= bytes else {
                throw SourceFault("The test has \(test.utf8.count) bytes.")
            }
            return test.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).shown }
                .joined(separator: "\n")
        case .graph:
            let number = try arguments.number.orFault("number")
            guard case .graph(let nodes, let isMore) = try await ask(.graph(number: number, limit: limit))
            else { break }
            text.add("actions", list: nodes.map(Item.node), more: isMore)
        case .send:
            guard case .sent(let number) = try await ask(.send(text: try arguments.action.orFault("action")))
            else { break }
            text.add("number", number)
            text.add("waits", number == nil ? "until the program shows its newest state" : nil)
        case .travel:
            _ = try await ask(arguments.number.map { .travel(number: $0) } ?? .comeBack)
            text.add("shows", arguments.number.map { "the state after \($0)" } ?? "the newest state")
        }
        return text.text
    }

    // MARK: - Stores

    private func summaries(_ source: any QuestionSource) async throws -> [StoreSummary] {
        guard
            case .hello(_, _, _, let stores) = try await source.ask(.hello(version: 2, run: nil), about: nil)
        else {
            return []
        }
        return stores
    }

    private func prefix(_ index: Int) -> String { index == 0 ? "" : "\(index + 1):" }

    private func stores(_ bytes: Int) async throws -> String {
        var (items, faults): ([Item], [String]) = ([], [])
        for (index, source) in sources.enumerated() {
            do {
                items += try await summaries(source).map { Item.store($0, prefix(index) + $0.store) }
            } catch {
                faults.append("\(error)".shown)
            }
        }
        guard !items.isEmpty || faults.isEmpty else { throw SourceFault(faults.joined(separator: " ")) }
        var text = ToolText(bytes: bytes)
        text.add("faults", faults.isEmpty ? nil : faults)
        text.add("stores", list: items)
        return text.text
    }

    private func target(_ name: String?) async throws -> Target {
        guard let name else {
            for (index, source) in sources.enumerated() {
                guard let first = try await summaries(source).first else { continue }
                return Target(source: source, store: first.store, prefix: prefix(index))
            }
            throw SourceFault("There is no store.")
        }
        let parts = name.split(separator: ":", maxSplits: 1)
        if parts.count == 2, let number = Int(parts[0]), sources.indices.contains(number - 1) {
            return Target(source: sources[number - 1], store: String(parts[1]), prefix: prefix(number - 1))
        }
        // An assistant may also use the name that “stores” shows.
        for (index, source) in sources.enumerated() {
            let known = index == 0 || sources.count > 1 ? try await summaries(source) : []
            guard let found = known.first(where: { $0.store == name && index == 0 || $0.name == name }) else {
                continue
            }
            return Target(source: source, store: found.store, prefix: prefix(index))
        }
        throw SourceFault("There is no store \(name.shown); “stores” lists them.")
    }

    // MARK: - Tools that ask several questions

    /// The value at a path, as deep as there is room for.
    private func state(
        _ arguments: ToolArguments,
        _ bytes: Int,
        _ text: inout ToolText,
        _ ask: (Question) async throws -> Answer
    ) async throws {
        let path = ValuePath.label(arguments.path ?? "")
        let subject: Question.Subject = arguments.number == nil ? .now : .after
        var depth = max(0, min(5, arguments.depth ?? 2))
        var count = 100
        while true {
            let question = Question.value(
                of: subject,
                number: arguments.number,
                path: path,
                depth: depth,
                from: arguments.from,
                count: count
            )
            guard case .value(let node) = try await ask(question) else { return }
            guard let node else { throw SourceFault("There is nothing at this path.") }
            if node.kind == .text,
                case .text(let whole, let isMore) = try await ask(
                    .text(of: subject, number: arguments.number, path: path)
                )
            {
                let shown = String(whole.prefix(bytes / 2))
                text.add("text", shown)
                return text.add("more", isMore || shown.utf8.count < whole.utf8.count ? true : nil)
            }
            let value = ToolText.json(Item.value(node))
            guard value.utf8.count > bytes - 250, depth > 0, count > 1 else {
                text.add("type", node.type)
                text.add("count", node.count == 0 ? nil : node.count)
                text.add("value", Item.value(node))
                let next = (arguments.from ?? 0) + (node.children?.count ?? 0)
                return text.add("next", next < node.count && node.children != nil ? "from: \(next)" : nil)
            }
            // Fewer levels first; then fewer parts.
            if depth > 1 { depth -= 1 } else { count = max(1, count / 2) }
        }
    }

    private func condition(_ arguments: ToolArguments) throws -> Condition {
        let test = try arguments.is.orFault("is")
        guard arguments.value != nil || test == .exists || test == .missing else {
            throw SourceFault("Compare it with which value?")
        }
        let path = ValuePath.label(try arguments.path.orFault("path"))
        return Condition(path: path, test: test, value: arguments.value?.text)
    }
}

extension Answer.Known {
    /// The range of an answer that does not cover all actions yet.
    fileprivate var note: String? {
        complete ? nil : "only the actions \(since) to \(until) so far; ask again for the others"
    }
}

extension Optional {
    func orFault(_ name: String) throws -> Wrapped {
        guard let self else { throw SourceFault("“\(name)” is missing.") }
        return self
    }
}
