// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Rooms
import Synchronization

/// Keeps the messages of one room in memory, as the database does in a file.
package final class MemoryKeeping: Sendable {
    private let state = Mutex<(messages: [Message], isFailing: Bool)>(([], false))

    package init(count: Int = 0) {
        for number in 0..<count {
            _ = try? keep([
                Draft(
                    id: MessageID.sample("ffff\(1000 + number)"),
                    author: AccountName.sample("eve"),
                    name: DisplayName.sample("Eve"),
                    text: MessageText.sample("Message \(number)")
                )
            ])
        }
    }

    package var isFailing: Bool {
        get { state.withLock { $0.isFailing } }
        set { state.withLock { $0.isFailing = newValue } }
    }

    package var keeping: MessageKeeping {
        MessageKeeping { [self] _, drafts in
            try keep(drafts)
        } page: { [self] _, after, limit in
            Array(messages(after: after).prefix(limit))
        }
    }

    package func messages(after: Int) -> [Message] {
        state.withLock { $0.messages.filter { $0.number > after } }
    }

    private func keep(_ drafts: [Draft]) throws -> [Kept] {
        try state.withLock { state in
            if state.isFailing { throw Full() }
            return drafts.map { draft in
                let known = state.messages.first { $0.id == draft.id && $0.author == draft.author }
                if let known { return Kept(message: known, isKnown: true) }
                let message = Message(
                    number: state.messages.count + 1,
                    id: draft.id,
                    author: draft.author,
                    name: draft.name,
                    text: draft.text,
                    time: 0
                )
                state.messages.append(message)
                return Kept(message: message, isKnown: false)
            }
        }
    }

    private struct Full: Error {}
}
