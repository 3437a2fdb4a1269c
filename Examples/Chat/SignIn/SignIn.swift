// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary

/// Signing up, signing in with both factors, and resuming after a lost connection.
package struct SignIn: Reducer, Sendable {
    /// The actions of signing in.
    @CasePathable
    package enum Action: Sendable {
        case signUp(AccountName, password: Confidential)
        case signIn(AccountName, password: Confidential, code: Confidential)
        /// Signs in without an account.
        case guest(GuestName)
        case input(Input)
        case output(Output)

        /// The inputs of signing in.
        @CasePathable
        package enum Input: Equatable, Sendable {
            case online
            /// The connection is closed; with the reason, and whether the server refused the user.
            case offline(isRefusal: Bool, reason: String)
            case frame(ServerFrame)
        }

        /// The outputs of signing in.
        @CasePathable
        package enum Output: Equatable, Sendable {
            case send(ClientFrame)
            case signedUp(AccountName)
            case signedIn(Member)
            case renamed(DisplayName)
            case failed(String)
        }
    }

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .signUp(let name, let password):
            state.secret = nil
            return ask(.signUp(name: name, password: password), in: &state)
        case .signIn(let name, let password, let code):
            state.token = nil
            return ask(.signIn(name: name, password: password, code: code), in: &state)
        case .guest(let name):
            state.token = nil
            return ask(.guest(name: name), in: &state)
        case .input(.online):
            state.isOnline = true
            return sayWho(in: &state)
        case .input(.offline(let isRefusal, let reason)):
            return leave(isRefusal, reason, in: &state)
        case .input(.frame(let frame)):
            return take(frame, in: &state)
        case .output:
            return .none
        }
    }

    private func ask(_ frame: ClientFrame, in state: inout State) -> Effect<Action> {
        guard !state.isRecognised else { return .send(.output(.failed("You are signed in already."))) }
        guard state.request?.isSent != true else {
            return .send(.output(.failed("Wait for the answer to the last request.")))
        }
        state.request = Request(frame: frame, isSent: state.isOnline)
        return state.isOnline ? .send(.output(.send(frame))) : .none
    }

    private func sayWho(in state: inout State) -> Effect<Action> {
        if let request = state.request {
            state.request?.isSent = true
            return .send(.output(.send(request.frame)))
        }
        guard let token = state.token else { return .none }
        return .send(.output(.send(.resume(token: token))))
    }

    /// A request in flight is not repeated: its code may have been used, or its account created.
    private func leave(_ isRefusal: Bool, _ reason: String, in state: inout State) -> Effect<Action> {
        let wasAsking = state.request?.isSent == true
        state.isOnline = false
        state.isRecognised = false
        if wasAsking { state.request = nil }
        if isRefusal {
            let hadToken = state.token != nil
            state.token = nil
            state.member = nil
            return wasAsking || hadToken ? .send(.output(.failed(reason))) : .none
        }
        return wasAsking
            ? .send(.output(.failed("The connection was lost before the answer; try again."))) : .none
    }

    private func take(_ frame: ServerFrame, in state: inout State) -> Effect<Action> {
        switch frame {
        case .signedUp(let name, let secret, let address):
            state.request = nil
            state.secret = Secret(text: secret, address: address)
            return .send(.output(.signedUp(name)))
        case .signedIn(let name, let shown, let token):
            let member = Member(account: name, name: shown)
            state.request = nil
            state.token = token
            state.member = member
            state.isRecognised = true
            return .send(.output(.signedIn(member)))
        case .renamed(let name):
            state.member?.name = name
            return .send(.output(.renamed(name)))
        case .refused(let reason, nil, nil):
            if state.request?.isSent == true { state.request = nil }
            return .send(.output(.failed(reason)))
        default:
            return .none
        }
    }
}
