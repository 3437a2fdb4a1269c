// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A message that the server has numbered and stored.
package struct Message: Hashable, Sendable, Codable, Identifiable {
    /// Its position in the room, counted from one without gaps.
    package let number: Int
    /// The identifier from the author's client.
    package let id: MessageID
    /// The author.
    package let author: AccountName
    /// The author's display name at that time.
    package let name: DisplayName
    package let text: MessageText
    /// The time at which the server accepted it, in seconds since 1970.
    package let time: Int

    package init(
        number: Int,
        id: MessageID,
        author: AccountName,
        name: DisplayName,
        text: MessageText,
        time: Int
    ) {
        self.number = number
        self.id = id
        self.author = author
        self.name = name
        self.text = text
        self.time = time
    }
}

/// A member who is in a room.
package struct Member: Hashable, Sendable, Codable {
    package let account: AccountName
    package var name: DisplayName

    package init(account: AccountName, name: DisplayName) {
        self.account = account
        self.name = name
    }
}
