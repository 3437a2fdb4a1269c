// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What one node asks another.
struct NodeQuestion: Codable, Sendable {
    var directory: String
    var id: String

    /// What reduces the stores of the directory at the node that asks.
    var fingerprint: String

    /// How long the node that asks waits.
    var milliseconds: Int
    var work: StoreWork
}

/// What a store is to do.
enum StoreWork: Codable, Sendable {
    case send(command: String, action: Data)
    case read
    case watch(after: Int)

    var isWatch: Bool { if case .watch = self { true } else { false } }
}

/// What another node answers.
struct NodeReply: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        case committed, shown, refused, unknown, elsewhere
    }

    var kind: Kind
    var entry: Int?
    var reason: String?

    /// What was looked at.
    var value: Data?

    init(_ answer: NodeAnswer, value: Data? = nil) {
        switch answer {
        case .committed(let number): (kind, entry) = (.committed, number)
        case .shown: kind = .shown
        case .refused(let text): (kind, reason) = (.refused, text)
        case .unknown(let text): (kind, reason) = (.unknown, text)
        case .elsewhere: kind = .elsewhere
        }
        self.value = value
    }

    var answer: NodeAnswer {
        switch kind {
        case .committed: .committed(entry ?? 0)
        case .shown: .shown
        case .refused: .refused(reason ?? "")
        case .unknown: .unknown(reason ?? "")
        case .elsewhere: .elsewhere
        }
    }
}

/// JSON, as nodes speak it.
enum NodeCoding {
    static func bytes(_ value: some Encodable) -> [UInt8] {
        guard let data = try? JSONEncoder().encode(value) else {
            preconditionFailure("Numbers, text and data can be coded.")
        }
        return [UInt8](data)
    }

    static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}
