// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Synchronization

@testable import Rooms

/// Hears what a room tells its visitors.
final class Audience: Sendable {
    private let outputs = Mutex<[Room.Action.Output]>([])

    func hear(_ output: Room.Action.Output) { outputs.withLock { $0.append(output) } }

    /// The numbers of the messages that a visitor was told when they were kept, as they came.
    func told(_ visitor: Room.Visitor) -> [Int] {
        frames(to: visitor).compactMap { frame in
            if case .message(_, let message) = frame { message.number } else { nil }
        }
    }

    /// The numbers of the messages that a visitor has read in pages.
    func read(_ visitor: Room.Visitor) -> [Int] {
        frames(to: visitor).flatMap { frame -> [Int] in
            if case .messages(_, _, let messages, _) = frame { messages.map(\.number) } else { [] }
        }
    }

    /// Each frame as often as the visitor was told it.
    private func frames(to visitor: Room.Visitor) -> [ServerFrame] {
        outputs.withLock { outputs in
            outputs.flatMap { output in
                output.visitors.filter { $0 == visitor }.map { _ in output.frame }
            }
        }
    }
}
