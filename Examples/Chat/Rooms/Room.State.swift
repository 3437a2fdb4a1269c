// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension Room {
    /// A connection that is in the room; the same account may be there by several.
    package struct Visitor: Hashable, Sendable {
        package let rawValue: Int

        package init(_ rawValue: Int) { self.rawValue = rawValue }
    }

    /// A draft that waits until it is kept, and who sent it.
    package struct Waiting: Hashable, Sendable {
        package let draft: Draft
        package let visitor: Visitor
    }

    /// Who is here, and what is on its way to being kept.
    package struct State: Equatable, Sendable {
        package let name: RoomName
        /// The number of the newest message that everybody was told.
        package internal(set) var last: Int
        /// Who is here, by connection.
        package internal(set) var members: [Visitor: Member] = [:]
        /// What is being kept now.
        package internal(set) var writing: [Waiting] = []
        /// What will be kept next.
        package internal(set) var waiting: [Waiting] = []

        /// Starts empty.
        ///
        /// - Parameters:
        ///   - name: The name of the room.
        ///   - last: The number of the newest message that is kept.
        package init(name: RoomName, last: Int) {
            self.name = name
            self.last = last
        }

        /// Every connection that is here, in the order in which they came.
        package var visitors: [Visitor] { members.keys.sorted { $0.rawValue < $1.rawValue } }

        /// Whether an account is here, by any connection.
        package func isPresent(_ account: AccountName) -> Bool {
            members.values.contains { $0.account == account }
        }

        /// Who is here, each account once, in the order of their names.
        package var present: [Member] {
            var seen: Set<AccountName> = []
            return members.sorted {
                ($0.value.account, $0.key.rawValue) < ($1.value.account, $1.key.rawValue)
            }
            .map(\.value).filter { seen.insert($0.account).inserted }
        }
    }
}
