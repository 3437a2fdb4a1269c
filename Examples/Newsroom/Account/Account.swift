// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Tributary
public import TributaryLog

/// A person who signs in and out by name.
public struct Account: Reducer, Sendable {
    /// The user who is signed in.
    public struct User: Equatable, Sendable, Codable {
        /// The name, as typed.
        public var name: String
        /// The number of articles opened since signing in.
        public var articlesOpened = 0

        /// Makes a user who has just signed in.
        public init(name: String) { self.name = name }
    }

    /// The user who is signed in, if there is one.
    public struct State: Equatable, Sendable, Codable {
        /// The user who is signed in; `nil` for a guest.
        public internal(set) var user: User?

        /// Starts without a user.
        public init() {}
    }

    /// The actions of an account.
    @CasePathable
    public enum Action: Sendable {
        case signIn(name: String)
        case signOut
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable, Codable {
            case articleOpened
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable, Codable {
            case signedIn(name: String)
            case signedOut(name: String)
            case refused(String)
        }
    }

    /// Makes the feature.
    public init() {}

    /// Changes the state by an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .signIn(let text):
            return signIn(text, in: &state)
        case .signOut:
            guard let user = state.user else { return .send(.output(.refused("Nobody is signed in."))) }
            state.user = nil
            return .send(.output(.signedOut(name: user.name)))
        case .input(.articleOpened):
            state.user?.articlesOpened += 1
            return .none
        case .output:
            return .none
        }
    }

    private func signIn(_ text: String, in state: inout State) -> Effect<Action> {
        // Names are shown on a terminal, which executes control characters.
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isHarmless = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !name.isEmpty, name.count <= 40, isHarmless else {
            return .send(.output(.refused("A name has 1 to 40 letters, and nothing that can't be seen.")))
        }
        guard state.user?.name != name else {
            return .send(.output(.refused("\(name) is signed in already.")))
        }
        state.user = User(name: name)
        return .send(.output(.signedIn(name: name)))
    }
}

extension Account.Action: Journaled {
    /// The versions of the actions' format; there is only one so far.
    public static var coding: ActionCoding<Self> { .version(1) }
}
