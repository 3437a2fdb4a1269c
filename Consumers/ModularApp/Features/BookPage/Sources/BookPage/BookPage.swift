// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

/// The page of one book, from which it can be borrowed.
public struct BookPage: Reducer, Sendable {
    /// The book, and how often it was asked for.
    public struct State: Equatable, Identifiable, Sendable {
        let book: Book
        var requests = 0
        var mayBorrow: Bool

        /// The code of the book.
        public var id: Book.ID { book.id }

        /// Opens the page of a book.
        public init(of book: Book, mayBorrow: Bool = true) {
            self.book = book
            self.mayBorrow = mayBorrow
        }
    }

    /// The actions of the feature.
    @CasePathable
    public enum Action: Sendable {
        case input(Input)
        case output(Output)
        case own(Own)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable {
            case mayBorrow(Bool)
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable {
            case wanted(Book)
            case closed(Book.ID)
        }

        /// The internal actions.
        public struct Own: Sendable {
            let event: Event
        }

        enum Event: Sendable {
            case borrow
            case close
        }

        static func own(_ event: Event) -> Action { .own(Own(event: event)) }
    }

    /// Makes the feature.
    public init() {}

    /// Changes the state by an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.mayBorrow(let mayBorrow)):
            state.mayBorrow = mayBorrow
            return .none
        case .own(let own):
            switch own.event {
            case .borrow:
                guard state.mayBorrow else { return .none }
                state.requests += 1
                return .send(.output(.wanted(state.book)))
            case .close:
                return .send(.output(.closed(state.id)))
            }
        case .output:
            return .none
        }
    }
}
