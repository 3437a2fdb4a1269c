// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryInspector

/// The tools that an assistant gets.
enum Tool: String, Codable, CaseIterable {
    case stores, actions, action, state, difference, why, effects
    case whatIf = "what_if"
    case bisect, minimize, test, graph, send, travel

    /// Whether it changes the program.
    var changesProgram: Bool { self == .send || self == .travel }

    private var about: String {
        switch self {
        case .stores: "List the stores of the program or file. Begin here."
        case .actions:
            "List actions, newest first: all, of a case, with a text, or that changed a part of the state."
        case .action: "Show one action: its payload, its causes, the actions that followed, and its effects."
        case .state: "Show the state after an action, or the newest: a part by its path, some levels deep."
        case .difference: "Show what an action changed, or what differs between the states after two actions."
        case .why: "Show the actions that changed a part of the state, newest first, with values and causes."
        case .effects: "List the effects in flight, with their age and the action that began each."
        case .whatIf:
            "Replay with actions left out or one added, and show what would differ. The program stays."
        case .bisect: "Find the first action after which a condition on a part of the state begins to hold."
        case .minimize: "Leave out as many actions as possible while a condition holds. Ask the new store on."
        case .test: "Write a test in Swift of a range of actions."
        case .graph: "Show the tree of causes that an action is in."
        case .send: "Send an action to the program."
        case .travel: "Let the program show the state after an action; without a number, its newest state."
        }
    }

    private var arguments: (needed: [Argument], others: [Argument]) {
        switch self {
        case .stores: ([], [])
        case .actions: ([], [.name, .path, .text, .since, .before, .limit])
        case .action: ([.number], [])
        case .state: ([], [.number, .path, .depth, .from])
        case .difference: ([.number], [.against, .limit])
        case .why: ([.path], [.before, .limit])
        case .effects: ([], [.all, .limit])
        case .whatIf: ([], [.skip, .insert, .before, .path])
        case .bisect: ([.path, .is], [.value, .since])
        case .minimize: ([.path, .is], [.value, .to])
        case .test: ([], [.from, .to])
        case .graph: ([.number], [.limit])
        case .send: ([.action], [])
        case .travel: ([], [.number])
        }
    }

    /// The arguments of tools.
    private enum Argument: String {
        case store, bytes, name, path, text, number, against, since, before, from, to, depth, limit, all, skip
        case insert, action, `is`, value

        var schema: Listed.Schema.Property {
            switch self {
            case .store: .init("string", "A store of “stores”; by default the first")
            case .bytes: .init("integer", "How many bytes the answer has at most")
            case .name: .init("string", "A case, such as load or news.load")
            case .path: .init("string", "A part of the state, as answers name it: news.feeds[id: 3].title")
            case .text: .init("string", "Words of the action")
            case .number: .init("integer", "The number of an action")
            case .against: .init("integer", "Compare with the state after this action")
            case .since: .init("integer", "Only actions after this number")
            case .before: .init("integer", "Only actions before this number; an action is added before it")
            case .from: .init("integer", "The first action, or the first part of a state")
            case .to: .init("integer", "The last action")
            case .depth: .init("integer", "How many levels; by default 2")
            case .limit: .init("integer", "How many at most")
            case .all: .init("boolean", "Also effects that are over")
            case .skip: .init("array", "The numbers of the actions to leave out", items: .init())
            case .insert, .action: .init("string", "An action as JSON, or as a case: rows.add(5)")
            case .is: .init("string", "How the part compares", enum: Condition.Test.allCases.map(\.rawValue))
            case .value: .init("string", "What it compares with: text without quotes, a case by its name")
            }
        }
    }

    /// As the protocol lists it.
    var listed: Listed {
        let (needed, others) = arguments
        let all = needed + others + (self == .stores ? [] : [.store, .bytes])
        return Listed(
            name: rawValue,
            description: about,
            inputSchema: .init(
                properties: Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0.schema) }),
                required: needed.map(\.rawValue)
            ),
            annotations: .init(readOnlyHint: !changesProgram, destructiveHint: self == .send)
        )
    }

    struct Listed: Encodable {
        struct Schema: Encodable {
            struct Property: Encodable {
                struct Items: Encodable { var type = "integer" }

                var type: String
                var description: String
                var items: Items?
                var `enum`: [String]?

                init(
                    _ type: String,
                    _ description: String,
                    items: Items? = nil,
                    enum choices: [String]? = nil
                ) {
                    (self.type, self.description, self.items, self.enum) = (type, description, items, choices)
                }
            }

            var type = "object"
            var properties: [String: Property]
            var required: [String]
            var additionalProperties = false
        }

        struct Annotations: Encodable {
            var readOnlyHint: Bool
            var destructiveHint: Bool
            var openWorldHint = false
        }

        var name: String
        var description: String
        var inputSchema: Schema
        var annotations: Annotations
    }
}

/// The arguments of a tool; each takes those that it lists.
struct ToolArguments: Decodable, Sendable {
    /// Text, or a number or truth that is meant as its text.
    struct Text: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number = (try? container.decode(Int.self)).map { "\($0)" }
            let fraction = (try? container.decode(Double.self)).map { "\($0)" }
            let truth = (try? container.decode(Bool.self)).map { "\($0)" }
            text = try number ?? fraction ?? truth ?? container.decode(String.self)
        }
    }

    var store, name, path, text, insert, action: String?
    var bytes, number, against, since, before, from, to, depth, limit: Int?
    var all: Bool?
    var skip: [Int]?
    var `is`: Condition.Test?
    var value: Text?
}
