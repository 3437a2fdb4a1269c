// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A question about a store of a program, or about the actions in a file.
///
/// The page, the command and the server for assistants ask the same ones. Each is coded as the compiler codes an enum:
/// `{"rows":{"from":0,"count":100}}`.
package enum Question: Codable, Equatable, Sendable {
    // The program.
    case hello(version: Int, run: String?)
    case seen

    // Actions, their causes and effects.
    case rows(from: Int?, count: Int?, filter: ActionFilter?)
    case actions(name: String?, path: ValuePath?, text: String?, after: Int?, before: Int?, count: Int?)
    case index(number: Int, filter: ActionFilter?)
    case action(number: Int)
    case effects(only: EffectLine.Stage?, from: Int?, count: Int?)
    case graph(number: Int, limit: Int?)
    case cases

    // States.
    case value(of: Subject?, number: Int?, path: ValuePath?, depth: Int?, from: Int?, count: Int?)
    case text(of: Subject?, number: Int?, path: ValuePath?)
    case pinned(number: Int?, paths: [ValuePath])
    case difference(number: Int, against: Int?, limit: Int?)
    case compare(number: Int, other: String?, otherNumber: Int?, limit: Int?)
    case why(path: ValuePath, before: Int?, count: Int?)
    case bisect(condition: Condition, after: Int?)

    // Replays, and tests made of actions.
    case whatIf(
        skip: [Int]?,
        moves: [Move]?,
        order: [Int]?,
        insert: [Insertion]?,
        replace: String?,
        name: String?
    )
    case wouldDiffer(skip: [Int]?, insert: [Insertion]?, path: ValuePath?)
    case minimize(condition: Condition, to: Int?)
    case test(from: Int?, to: Int?)
    case drop

    // Changes of the program, and of notes about it.
    case note(number: Int, text: String?)
    case send(text: String)
    case travel(number: Int)
    case comeBack, stay, commit, revert, reset

    /// The value that a question is about.
    package enum Subject: String, Codable, Sendable { case now, before, after, state, action }

    /// Whether it is about the store itself, and not about its history.
    var concernsStore: Bool {
        switch self {
        case .note, .send, .travel, .comeBack, .stay, .commit, .revert, .reset: true
        default: false
        }
    }

    /// Puts an action before another, or at the end.
    package struct Move: Codable, Equatable, Sendable {
        package var number: Int
        package var before: Int?
    }

    /// An action that was not sent, as it is typed, before another or at the end.
    package struct Insertion: Codable, Equatable, Sendable {
        package var text: String
        package var before: Int?

        package init(text: String, before: Int?) {
            self.text = text
            self.before = before
        }
    }
}

/// The path to a part of a value: its steps, or the text that differences show, such as `rows[id: 3].title`.
package enum ValuePath: Codable, Equatable, Sendable {
    case steps([String])
    case label(String)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let label = try? container.decode(String.self) {
            self = .label(label)
        } else {
            self = .steps(try container.decode([String].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .steps(let steps): try container.encode(steps)
        case .label(let label): try container.encode(label)
        }
    }

    /// Whether it leads to the whole.
    var isEmpty: Bool {
        switch self {
        case .steps(let steps): steps.isEmpty
        case .label(let label): label.isEmpty
        }
    }
}

/// Which actions a list shows: those that everything in it matches.
package struct ActionFilter: Codable, Equatable, Sendable {
    package var text: String?
    package var value: String?
    package var origins: [ActionRow.Origin]?
    package var turn: Int?
    package var cause: Int?
    package var noted: Bool?
    package var file: String?
    package var heads: Bool?
    package var path: ValuePath?

    package init() {}

    var isEmpty: Bool { self == ActionFilter() }
}

/// A condition on a part of a state.
package struct Condition: Codable, Equatable, Sendable {
    package enum Test: String, Codable, CaseIterable, Sendable {
        case equals, differs, contains, above, below, exists, missing
    }

    package var path: ValuePath
    package var test: Test
    package var value: String?

    package init(path: ValuePath, test: Test, value: String?) {
        self.path = path
        self.test = test
        self.value = value
    }
}

/// A question on its way, with the store that it is about.
package struct Inquiry: Codable, Sendable {
    package var id: Int?
    package var store: String?
    package var question: Question

    package init(id: Int? = nil, store: String?, question: Question) {
        self.id = id
        self.store = store
        self.question = question
    }
}

/// An answer on its way: the answer, why there is none, or an event.
package struct Reply: Codable, Sendable {
    package var id: Int?
    package var answer: Answer?
    package var error: String?
    package var event: PageEvent?
}
