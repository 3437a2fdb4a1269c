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
        switch try await ask(try tool.question(arguments)) {
        case .actions(let rows, let total, let isMore, let known):
            text.add("total", total)
            text.add("indexed", known?.note)
            let count = text.add("actions", list: rows.map(Item.action))
            text.add("next", count < rows.count || isMore ? "before: \(rows[count - 1].number)" : nil)
        case .action(let row, let value, let causes, let followed, let effects, let cancelled, _):
            text.add("action", Item.action(row))
            text.add("time", row.time)
            text.add("causes", Array(causes.prefix(20)))
            text.add("followed", Array(followed.prefix(50)))
            text.add("effects", list: effects.map(Item.effect), keeping: 800)
            text.add("cancelled", list: cancelled.map(Item.effect), keeping: 600)
            let isShort = ToolText.json(Item.value(value)).utf8.count < 500
            text.add("value", isShort && value.count > 0 ? Item.value(value) : nil)
        case .value(let node): try await add(node, to: &text, arguments, bytes, ask)
        case .difference(let changes, let isMore):
            text.add("changes", list: changes.map(Item.difference), more: isMore)
        case .why(let changes, let total, let isMore, let known):
            text.add("total", total)
            text.add("since", known.since)
            text.add("indexed", known.note)
            let count = text.add("changes", list: changes.map { Item.change($0, asked: arguments.path) })
            let next = count < changes.count || isMore ? changes.prefix(count).last : nil
            text.add("next", next.map { "before: \($0.row.number)" })
        case .effects(let effects, let total):
            text.add("total", total)
            text.add("effects", list: effects.map(Item.effect))
        case .wouldDiffer(let number, let changes, let isMore):
            text.add("differsAfter", number)
            text.add("end", list: changes.map(Item.difference), more: isMore)
        case .bisect(nil, _):
            return "{\"number\":null,\"because\":\"It holds after no action, or from the first on.\"}"
        case .bisect(let number?, let value):
            text.add("number", number)
            text.add("value", value)
            if case .action(let row, _, let causes, _, _, _, _) = try await ask(.action(number: number)) {
                text.add("action", Item.action(row))
                text.add("causes", Array(causes.prefix(20)))
            }
        case .minimize(let store, let kept, let number, let isSmallest):
            text.add("store", target.prefix + store)
            text.add("holdsAfter", number)
            text.add("isSmallest", isSmallest)
            text.add("count", kept.count)
            text.add("actions", Array(kept.prefix(200)))
        case .test(let test):
            guard test.utf8.count <= bytes else {
                throw SourceFault("The test has \(test.utf8.count) bytes.")
            }
            return test.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).shown }
                .joined(separator: "\n")
        case .graph(let nodes, let isMore):
            text.add("actions", list: nodes.map(Item.node), more: isMore)
        case .sent(let number):
            text.add("number", number)
            text.add("waits", number == nil ? "until the program shows its newest state" : nil)
        default:
            text.add("shows", arguments.number.map { "the state after \($0)" } ?? "the newest state")
        }
        return text.text
    }

    // MARK: - Stores

    private func summaries(_ source: any QuestionSource) async throws -> [StoreSummary] {
        let hello = try await source.ask(Tool.stores.question(ToolArguments()), about: nil)
        return if case .hello(_, _, _, let stores) = hello { stores } else { [] }
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

    /// Adds the value at a path, as deep as there is room for.
    private func add(
        _ node: ValueNode?,
        to text: inout ToolText,
        _ arguments: ToolArguments,
        _ bytes: Int,
        _ ask: (Question) async throws -> Answer
    ) async throws {
        guard var node else { throw SourceFault("There is nothing at this path.") }
        var arguments = arguments
        let whole = Question.text(
            of: arguments.subject,
            number: arguments.number,
            path: .label(arguments.path ?? "")
        )
        if node.kind == .text, case .text(let whole, let isMore) = try await ask(whole) {
            let shown = String(whole.prefix(bytes / 2))
            text.add("text", shown)
            return text.add("more", isMore || shown.utf8.count < whole.utf8.count ? true : nil)
        }
        while ToolText.json(Item.value(node)).utf8.count > bytes - 250, let smaller = arguments.smaller,
            case .value(let less?) = try await ask(try Tool.state.question(smaller))
        {
            (node, arguments) = (less, smaller)
        }
        text.add("type", node.type)
        text.add("count", node.count == 0 ? nil : node.count)
        text.add("value", Item.value(node))
        let next = (arguments.from ?? 0) + (node.children?.count ?? 0)
        text.add("next", next < node.count && node.children != nil ? "from: \(next)" : nil)
    }
}

extension Answer.Known {
    /// The range of an answer that does not cover all actions yet.
    fileprivate var note: String? {
        complete ? nil : "only the actions \(since) to \(until) so far; ask again for the others"
    }
}
