// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Accounts
package import ChatProtocol
package import Tributary
package import TributaryLog

/// Accounts, sessions, and guests, in one store for all servers: if two people request a name or use a code
/// at the same time, one of them gets it.
///
/// It contains password hashes and fingerprints of tokens, but no password and no token.
package struct AccountBook: Reducer, Sendable {
    /// Commands from servers.
    @CasePathable
    package enum Action: Sendable {
        case signUp(AccountName, password: PasswordHash, codes: OneTimePassword)
        /// A sign-in; if it succeeds, a token with this fingerprint resumes the session.
        case signIn(AccountName, isPasswordRight: Bool, code: String, fingerprint: String, time: Int)
        case guest(GuestName, fingerprint: String, besides: [AccountName], limit: Int, time: Int)
        case rename(AccountName, to: DisplayName)
        /// Changes nothing. When it is applied, all earlier actions have been applied.
        case ask
    }

    /// The time, in seconds, for which a guest's name is reserved for the holder of its token.
    package static let guestLifetime = 7 * 24 * 3600

    /// The number of guests to remember; one more replaces the guest who has been here longest.
    package static let guestLimit = 4096

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        _ = Self.perform(action, in: &state)
        return .none
    }

    /// Applies an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: The current state.
    /// - Returns: The reason if the action was refused.
    static func perform(_ action: Action, in state: inout State) -> AccountProblem? {
        switch action {
        case .signUp(let name, let password, let codes):
            if let problem = state.problem(of: Looks(name), except: nil) { return problem }
            state.set(Account(shownName: name.text, password: password, codes: codes), of: name)
            return nil
        case .signIn(let name, let isPasswordRight, let code, let fingerprint, let time):
            let problem = state.attempt(name) {
                $0.attempt(isPasswordRight: isPasswordRight, code: code, at: time)
            }
            guard problem == nil else { return problem }
            state.sessions = state.sessions.filter { $0.value.expires > time }
            state.sessions[fingerprint] = Session(account: name, expires: time + SessionToken.lifetime)
            return nil
        case .guest(let guest, let fingerprint, let present, let limit, let time):
            let kept = Guest(fingerprint: fingerprint, expires: time + guestLifetime)
            return add(guest, kept, besides: Set(present), limit, at: time, in: &state)
        case .rename(let name, let shown):
            guard !shown.looksLikeGuest else { return .alike }
            if let problem = state.problem(of: Looks(shown), except: name) { return problem }
            guard var account = state.account(name) else { return nil }
            account.shownName = shown.text
            state.set(account, of: name)
            return nil
        case .ask: return nil
        }
    }

    private static func add(
        _ guest: GuestName,
        _ kept: Guest,
        besides present: Set<AccountName>,
        _ limit: Int,
        at time: Int,
        in state: inout State
    ) -> AccountProblem? {
        let name = AccountName(guest)
        guard let plain = AccountName(guest.text), !present.contains(name) else { return .guestTaken }
        let looks = Looks(plain)
        if let problem = state.problem(of: looks, except: nil) { return problem }
        for (name, guest) in state.guests where guest.expires <= time { state.forget(name) }
        guard !state.isGuests(looks) else { return .guestTaken }
        if state.guests.count >= limit {
            let oldest = state.guests.filter { !present.contains($0.key) }
                .min { ($0.value.expires, $0.key) < ($1.value.expires, $1.key) }
            if let oldest { state.forget(oldest.key) }
        }
        state.add(kept, called: name)
        return nil
    }
}

extension AccountBook.Action: Journaled {
    package static var coding: ActionCoding<Self> { .version(1) }
}

extension AccountBook.Action.AllCasePaths {
    /// All actions, for a replica of the store.
    var any: CasePath<AccountBook.Action, AccountBook.Action> { CasePath(embed: { $0 }, extract: { $0 }) }
}
