// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

/// Finds books by a text.
public struct Search: Reducer, Sendable {
    /// The text and the results, private to the search.
    public struct State: Equatable, Sendable {
        var text = ""
        var isSearching = false
        var found: [Book] = []
        var failure: String?

        /// Starts with nothing typed.
        public init() {}
    }

    /// The actions of the feature.
    @CasePathable
    public enum Action: Sendable {
        case input(Input)
        case output(Output)
        case own(Own)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable {
            /// Another person searches now.
            case begin
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable {
            case chosen(Book)
        }

        /// The internal actions.
        public struct Own: Sendable {
            let event: Event
        }

        enum Event: Sendable {
            case typed(String)
            case found([Book])
            case failed(String)
            case picked(Int)
        }

        static func own(_ event: Event) -> Action { .own(Own(event: event)) }
    }

    private enum Work: Hashable { case finding }

    @Dependency(\.bookFinder) private var bookFinder

    /// Makes the feature; it asks its store for a `bookFinder`.
    public init() {}

    /// The feature.
    public var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .input(.begin):
                state = State()
                return .cancel(id: Work.finding)
            case .own(let own):
                return reduce(own.event, into: &state)
            case .output:
                return .none
            }
        }
    }

    private func reduce(_ event: Action.Event, into state: inout State) -> Effect<Action> {
        switch event {
        case .typed(let text):
            state.text = text
            state.isSearching = true
            state.failure = nil
            return find(text)
        case .found(let books):
            state.isSearching = false
            state.found = books
        case .failed(let reason):
            state.isSearching = false
            state.failure = reason
        case .picked(let number):
            guard state.found.indices.contains(number - 1) else { return .none }
            return .send(.output(.chosen(state.found[number - 1])))
        }
        return .none
    }

    private func find(_ text: String) -> Effect<Action> {
        .run { send in
            await send(.own(.found(try await bookFinder.find(text))))
        } catch: { error, send in
            await send(.own(.failed("\(error)")))
        }
        .cancellable(id: Work.finding, cancelInFlight: true)
    }
}
