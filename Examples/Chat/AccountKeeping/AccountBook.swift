// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Accounts
package import ChatProtocol
package import Tributary
package import TributaryLog

/// Who may sign in, in one store for all servers: so of two who want a name, or use a code, at once, one gets it.
///
/// It holds what is derived from passwords, and fingerprints of tokens. No password and no token is in it.
package struct AccountBook: Reducer, Sendable {
    /// What servers ask.
    @CasePathable
    package enum Action: Sendable {
        case signUp(AccountName, password: PasswordHash, codes: OneTimePassword)
        /// Somebody wants to sign in, and to come back by a token with this fingerprint.
        case signIn(AccountName, isPasswordRight: Bool, code: String, fingerprint: String, time: Int)
        case guest(GuestName, fingerprint: String, besides: [AccountName], limit: Int, time: Int)
        case rename(AccountName, to: DisplayName)
        /// Nothing; but who has it done has done everything before it.
        case ask
    }

    /// For how many seconds a guest's name is kept for whoever has its token.
    package static let guestLifetime = 7 * 24 * 3600

    /// How many guests are remembered; for one more, who was here longest ago is forgotten.
    package static let guestLimit = 4096

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        _ = Self.perform(action, in: &state)
        return .none
    }

    /// Does what an action says.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: What is known so far.
    /// - Returns: Why it was refused, if it was.
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
    /// All of them, for who follows the store.
    var any: CasePath<AccountBook.Action, AccountBook.Action> { CasePath(embed: { $0 }, extract: { $0 }) }
}
