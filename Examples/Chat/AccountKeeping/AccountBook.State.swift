// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol

extension AccountBook {
    /// The session behind a token; only the fingerprint of the token is kept.
    struct Session: Equatable, Sendable, Codable {
        let account: AccountName
        let expires: Int
    }

    /// A guest's token, by its fingerprint.
    struct Guest: Equatable, Sendable, Codable {
        let fingerprint: String
        let expires: Int
    }

    /// All accounts, sessions and guests.
    package struct State: Equatable, Sendable {
        private(set) var accounts: [AccountName: Account] = [:]
        var sessions: [String: Session] = [:]
        private(set) var guests: [AccountName: Guest] = [:]

        // Indexes, derived from the three properties above.
        private var looks: [String: Set<AccountName>] = [:]
        private var folded: [String: Set<AccountName>] = [:]
        private var guestLooks: [String: AccountName] = [:]
        private var guestTokens: [String: AccountName] = [:]

        package init() {}

        /// The account of a name.
        func account(_ name: AccountName) -> Account? { accounts[name] }

        mutating func set(_ account: Account, of name: AccountName) {
            for look in lookNames(of: name) { looks[look]?.remove(name) }
            for key in keys(of: name) { folded[key]?.remove(name) }
            accounts[name] = account
            for look in lookNames(of: name) { looks[look, default: []].insert(name) }
            for key in keys(of: name) { folded[key, default: []].insert(name) }
        }

        /// Records the result of a sign-in attempt in the account; names do not change.
        mutating func attempt(_ name: AccountName, _ body: (inout Account) -> AccountProblem?)
            -> AccountProblem?
        {
            guard var account = accounts[name] else { return .wrong }
            defer { accounts[name] = account }
            return body(&account)
        }

        /// The reason why a name is not available: another account signs in with it or is shown with it, or
        /// the names look alike.
        func problem(of wanted: Looks, except account: AccountName?) -> AccountProblem? {
            func isOthers(_ names: Set<AccountName>?) -> Bool { names?.contains { $0 != account } ?? false }
            if isOthers(folded[wanted.folded]) { return .taken }
            return wanted.all.contains { isOthers(looks[$0]) } ? .alike : nil
        }

        /// Whether a guest has this name, or one that looks like it.
        func isGuests(_ wanted: Looks) -> Bool { wanted.all.contains { guestLooks[$0] != nil } }

        mutating func add(_ guest: Guest, called name: AccountName) {
            guests[name] = guest
            guestTokens[guest.fingerprint] = name
            for look in Self.looks(ofGuest: name) { guestLooks[look] = name }
        }

        mutating func forget(_ name: AccountName) {
            guard let guest = guests.removeValue(forKey: name) else { return }
            guestTokens[guest.fingerprint] = nil
            for look in Self.looks(ofGuest: name) { guestLooks[look] = nil }
        }

        /// The owner of a token, if it has not expired.
        func member(of fingerprint: String, at time: Int) -> Member? {
            if let session = sessions[fingerprint], session.expires > time,
                let account = accounts[session.account]
            {
                return Member(account: session.account, name: account.shown(as: session.account))
            }
            guard let name = guestTokens[fingerprint], let guest = guests[name], guest.expires > time else {
                return nil
            }
            return Member(account: name, name: DisplayName(name))
        }

        private func lookNames(of name: AccountName) -> Set<String> {
            guard let account = accounts[name] else { return [] }
            return Looks(name).all.union(Looks(account.shown(as: name)).all)
        }

        private func keys(of name: AccountName) -> Set<String> {
            guard let account = accounts[name] else { return [] }
            return [name.text, Looks(account.shown(as: name)).folded]
        }

        private static func looks(ofGuest name: AccountName) -> Set<String> {
            AccountName(String(name.text.dropFirst())).map { Looks($0).all } ?? []
        }
    }
}

// The content of a snapshot.
extension AccountBook.State: Codable {
    private enum CodingKeys: CodingKey { case accounts, sessions, guests }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        for (name, account) in try container.decode([AccountName: Account].self, forKey: .accounts) {
            set(account, of: name)
        }
        sessions = try container.decode([String: AccountBook.Session].self, forKey: .sessions)
        for (name, guest) in try container.decode([AccountName: AccountBook.Guest].self, forKey: .guests) {
            add(guest, called: name)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accounts, forKey: .accounts)
        try container.encode(sessions, forKey: .sessions)
        try container.encode(guests, forKey: .guests)
    }
}

extension Account {
    /// The display name of the account: the name to sign in with if stricter rules now forbid the stored one.
    func shown(as name: AccountName) -> DisplayName { DisplayName(shownName) ?? DisplayName(name) }
}
