// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

/// The books that a member has borrowed, up to the member's limit.
///
/// The member is not Loans' own: an app that has one already joins it with the shelf, see `State`.
public struct Loans: Reducer, Sendable {
    /// The stored state of Loans: the borrowed books.
    public struct Shelf: Equatable, Sendable {
        var books: [Book] = []

        /// How many there are.
        public var count: Int { books.count }

        /// Starts empty.
        public init() {}
    }

    /// Whose books they are, and the books.
    ///
    /// Both parts are public, so that an app can make this of a member it keeps once for all its features.
    public struct State: Equatable, Sendable {
        /// The owner of the books, if a member is signed in.
        public var member: Member?
        /// The books.
        public var shelf: Shelf

        /// Joins a member with a shelf.
        public init(member: Member?, shelf: Shelf = Shelf()) {
            self.member = member
            self.shelf = shelf
        }
    }

    /// The actions of the feature; Loans does nothing by itself, so all of them are inputs and outputs.
    @CasePathable
    public enum Action: Sendable {
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable {
            case memberChanged(Member?)
            case lend(Book)
            case takeBack(Book)
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable {
            case lent(Book, to: Member)
            case takenBack(Book)
            case refused(Book, reason: String)
        }
    }

    /// Makes the feature.
    public init() {}

    /// Changes the state by an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.memberChanged(let member)):
            if state.member?.card != member?.card { state.shelf = Shelf() }
            state.member = member
            return .none
        case .input(.lend(let book)):
            return .send(.output(lend(book, in: &state)))
        case .input(.takeBack(let book)):
            guard let index = state.shelf.books.firstIndex(of: book) else {
                return .send(.output(.refused(book, reason: "it was not borrowed")))
            }
            state.shelf.books.remove(at: index)
            return .send(.output(.takenBack(book)))
        case .output:
            return .none
        }
    }

    private func lend(_ book: Book, in state: inout State) -> Action.Output {
        guard let member = state.member else { return .refused(book, reason: "nobody is there to borrow it") }
        guard !state.shelf.books.contains(book) else {
            return .refused(book, reason: "it is borrowed already")
        }
        guard state.shelf.count < member.limit else {
            return .refused(book, reason: "\(member.name) has \(member.limit) books already")
        }
        state.shelf.books.append(book)
        return .lent(book, to: member)
    }
}
