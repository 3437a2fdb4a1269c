// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary

/// A message that has no number yet.
package struct Draft: Hashable, Sendable {
    package let id: MessageID
    package let author: AccountName
    package let name: DisplayName
    package let text: MessageText

    package init(id: MessageID, author: AccountName, name: DisplayName, text: MessageText) {
        self.id = id
        self.author = author
        self.name = name
        self.text = text
    }
}

/// What became of a draft.
package struct Kept: Hashable, Sendable {
    /// The message, with its number.
    package let message: Message
    /// Whether it was kept before: the same author had sent the same identifier.
    package let isKnown: Bool

    package init(message: Message, isKnown: Bool) {
        self.message = message
        self.isKnown = isKnown
    }
}

/// Where a room keeps its messages: whatever it is, it numbers them from one without gaps, and knows those it has.
package struct MessageKeeping: Sendable {
    /// Keeps drafts in this order, all or none, and answers for each of them.
    package var keep: @Sendable (RoomName, [Draft]) async throws -> [Kept]

    /// Messages after a number, from old to new, at most so many.
    package var page: @Sendable (_ room: RoomName, _ after: Int, _ limit: Int) async throws -> [Message]

    package init(
        keep: @escaping @Sendable (RoomName, [Draft]) async throws -> [Kept],
        page: @escaping @Sendable (_ room: RoomName, _ after: Int, _ limit: Int) async throws -> [Message]
    ) {
        self.keep = keep
        self.page = page
    }
}

extension Dependencies {
    /// Where rooms keep their messages.
    package var messageKeeping: MessageKeeping {
        get { self[MessageKeepingKey.self] }
        set { self[MessageKeepingKey.self] = newValue }
    }
}

private enum MessageKeepingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> MessageKeeping {
        MessageKeeping { _, _ in
            throw MissingKeeping()
        } page: { _, _, _ in
            throw MissingKeeping()
        }
    }
}

private struct MissingKeeping: Error, CustomStringConvertible {
    let description = "Set the dependency “messageKeeping” of the store of a room."
}
