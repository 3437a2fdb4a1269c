// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    /// Answers a question about the history; `nil` if it is about the store.
    ///
    /// A long question pauses, so that the store's actor does its own work between.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - now: The newest state.
    /// - Returns: The answer.
    /// - Throws: Why there is none.
    nonisolated(nonsending) func answer(_ question: Question, now: () -> State) async throws -> Answer? {
        switch question {
        case .rows(let from, let count, let filter): rows(from ?? 0, count ?? 100, filter)
        case .actions(let name, let path, let text, let after, let before, let count):
            try await actions(name, path, text, after: after, before: before, count: count ?? 50)
        case .index(let number, let filter): place(number, filter)
        case .action(let number): try action(number, typed: TypedAction<Action>.text)
        case .effects(let only, let from, let count): effects(only, from ?? 0, count ?? 100)
        case .graph(let number, let limit): try graph(number, limit ?? 200)
        case .cases: cases()
        case .value(let subject, let number, let path, let depth, let from, let count):
            .value(
                node: ReflectedValue.find(path ?? .steps([]), in: try value(subject, number, now: now))?
                    .node(
                        depth: max(0, min(5, depth ?? 1)),
                        from: max(0, from ?? 0),
                        count: max(0, min(1_000, count ?? 100))
                    )
            )
        case .text(let subject, let number, let path):
            try text(path ?? .steps([]), in: try value(subject, number, now: now))
        case .pinned(let number, let paths): try pinned(paths, in: try value(nil, number, now: now))
        case .difference(let number, let against, let limit): try difference(number, against, limit)
        case .why(let path, let before, let count): try await why(path, before: before, count: count ?? 20)
        case .bisect(let condition, let after): try await bisect(condition, after: after)
        case .wouldDiffer(let skip, let insert, let path):
            try await wouldDiffer(skipping: Set(skip ?? []), inserting: insert ?? [], at: path ?? .steps([]))
        case .test(let from, let to):
            .test(text: try await TestText.of(self, try Self.range(from, to)))
        case .note(let number, let text): try note(number, text ?? "")
        case .hello, .seen, .compare, .whatIf, .minimize, .drop, .send, .travel, .comeBack, .stay, .commit,
            .revert, .reset:
            nil
        }
    }

    /// The actions from one to another.
    static func range(_ from: Int?, _ to: Int?) throws(InspectorFault) -> ClosedRange<Int> {
        guard from ?? .min <= to ?? .max else { throw InspectorFault("The range ends before it begins.") }
        return (from ?? .min)...(to ?? .max)
    }

    private func note(_ number: Int, _ text: String) throws(InspectorFault) -> Answer {
        _ = try entry(number)
        notes[number] = text.isEmpty ? nil : String(text.prefix(10_000))
        return .done
    }
}

/// A history, with the copies that were made of it, by the names that pages have for them.
final class Histories<State, Action> {
    let history: History<State, Action>
    var copies: [String: History<State, Action>] = [:]

    init(_ history: History<State, Action>) { self.history = history }

    var all: [History<State, Action>] { [history] + copies.values }

    func shown(_ copy: String?) throws(InspectorFault) -> History<State, Action> {
        guard let copy else { return history }
        guard let found = copies[copy] else { throw InspectorFault("This is gone.") }
        return found
    }

    /// Answers a question about the history or a copy; `nil` if it is about the store.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - copy: Which of the copies it is about; `nil` for the history itself.
    ///   - newName: The name of a new copy.
    ///   - now: The newest state.
    /// - Returns: The answer.
    /// - Throws: Why there is none.
    nonisolated(nonsending) func answer(
        _ question: Question,
        about copy: String?,
        newName: String,
        now: () -> State
    ) async throws -> Answer? {
        let shown = try shown(copy)
        switch question {
        case .whatIf(let skip, let moves, let order, let insert, let former, _):
            let copied = try await shown.whatIf(
                skipping: Set(skip ?? []),
                moves: moves ?? [],
                order: order ?? [],
                inserting: insert ?? []
            )
            let differs = try await copied.difference(from: shown)
            if let former { copies[former] = nil }
            copies[newName] = copied
            return .whatIf(store: newName, differs: differs)
        case .minimize(let condition, let to):
            let (copied, kept, number, isComplete) = try await shown.minimize(condition, to: to)
            copies[newName] = copied
            return .minimize(store: newName, kept: kept, number: number, complete: isComplete)
        case .compare(let number, let other, let otherNumber, let limit):
            let compared = other.flatMap { copies[$0] } ?? history
            let difference = ValueDifference(
                from: try shown.state(after: number),
                to: try compared.state(after: otherNumber ?? number),
                limit: History<State, Action>.limit(limit)
            )
            return History<State, Action>.answer(difference)
        default:
            let newest = copy == nil ? now : { shown.entries.last?.state ?? shown.base }
            if let answer = try await shown.answer(question, now: newest) { return answer }
            guard copy == nil else { throw InspectorFault("This is only shown; it is no store.") }
            return nil
        }
    }
}

extension Timeline {
    /// Answers a question about the store, or about a copy of its history.
    nonisolated(nonsending) func answer(
        _ question: Question,
        about copy: String?,
        newName: String,
        _ machine: Machine<State, Action>
    ) async throws -> Answer {
        switch question {
        case .effects, .action: machine.noteEndedEffects()
        default: break
        }
        let answer = try await histories.answer(question, about: copy, newName: newName) {
            machine.hiddenState ?? machine.state
        }
        if case .note = question { tell() }
        return try answer ?? perform(question, machine)
    }

    /// Changes the store.
    private func perform(_ question: Question, _ machine: Machine<State, Action>) throws(InspectorFault)
        -> Answer
    {
        switch question {
        case .comeBack, .commit: break
        default: if isClosed { throw InspectorFault("The store is closed.") }
        }
        switch question {
        case .travel(let number): try travel(to: number, machine)
        case .comeBack: comeBack(machine)
        case .stay: try stay(machine)
        case .commit: commit(machine)
        case .revert: try revert(machine)
        case .reset: try reset(machine)
        case .send(let text):
            let action = try TypedAction<Action>.action(text)
            let before = history.last
            machine.send(action)
            // While another state is shown, the action waits.
            let isReduced = history.last != before
            return .sent(number: isReduced ? history.entries.first { $0.number > before }?.number : nil)
        default: throw InspectorFault("This is no question about a store.")
        }
        return .done
    }
}
