// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Accounts
package import ChatProtocol
package import Logging
import Nodes
import Synchronization
import Tributary
package import TributaryCluster

/// The accounts, shared by all servers of the cluster.
package final class ChatAccounts: Sendable {
    private let replica: Replica<AccountBook.State, AccountBook.Action, Judgement>
    private let book: Book

    /// The result of a command.
    private struct Judgement: Sendable {
        let problem: AccountProblem?
        /// The identifier of the command, the same at all servers.
        let id: String
    }

    /// The local copy of the account book.
    private final class Book: Sendable {
        let state = Mutex(AccountBook.State())
    }

    /// Reaches the accounts of a cluster.
    ///
    /// - Parameters:
    ///   - cluster: The cluster.
    ///   - logger: Receives error messages.
    ///   - clock: The clock for delays between attempts.
    ///   - onRename: Called at every server when the display name of an account has changed; `id` is the same
    ///     everywhere.
    package init(
        _ cluster: Cluster,
        logger: Logger = Logger(label: "accounts") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock(),
        onRename: @escaping @Sendable (AccountName, DisplayName, _ id: String) -> Void = { _, _, _ in }
    ) async {
        let store = cluster.directory("accounts") { _ in
            AccountBook.State()
        } reducer: {
            AccountBook()
        }["all"]
        let book = Book()
        self.book = book
        replica = Replica(of: store, logger: logger, clock: clock) { action, entry in
            let problem = book.state.withLock { AccountBook.perform(action, in: &$0) }
            let id = "accounts \(entry)"
            if problem == nil, case .rename(let name, let shown) = action { onRename(name, shown, id) }
            return Judgement(problem: problem, id: id)
        }
        await replica.follow { store.outputs(\.any, after: $0) }
    }

    /// Stops following the store.
    package func stop() async { await replica.stop() }

    /// Makes an account.
    ///
    /// - Parameters:
    ///   - name: The name to sign in with.
    ///   - password: The hash of the password.
    ///   - codes: The generator of the codes for the second factor.
    /// - Throws: `AccountProblem.taken` when another account has, or is shown with, the name; `.alike` when the name
    ///   looks like one of these.
    package func addAccount(name: AccountName, password: PasswordHash, codes: OneTimePassword) async throws {
        precondition(!name.isGuest, "The name \(name) is a guest’s.")
        try await send(.signUp(name, password: password, codes: codes))
    }

    /// The account of a name, at least as new as this call.
    package func account(_ name: AccountName) async throws -> Account? {
        try await find { $0.account(name) }
    }

    /// Checks an attempt to sign in.
    ///
    /// - Parameters:
    ///   - name: The account.
    ///   - isPasswordRight: Whether the password matched.
    ///   - code: The code.
    ///   - time: When, in seconds since 1970.
    /// - Returns: The display name of the account, and the token of the new session.
    /// - Throws: An `AccountProblem` when the attempt is refused.
    package func signIn(
        _ name: AccountName,
        isPasswordRight: Bool,
        code: String,
        at time: Int
    ) async throws -> (shown: DisplayName, token: SessionToken) {
        guard book.state.withLock({ $0.account(name) != nil }) else { throw AccountProblem.wrong }
        let token = SessionToken()
        try await send(
            .signIn(
                name,
                isPasswordRight: isPasswordRight,
                // Codes that are too long cannot be right and are not recorded.
                code: code.utf8.count <= 8 ? code : "",
                fingerprint: SessionToken.fingerprint(of: token.text),
                time: time
            )
        )
        let shown = book.state.withLock { $0.account(name)?.shown(as: name) }
        return (shown ?? DisplayName(name), token)
    }

    /// Resumes the session of a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - time: When, in seconds since 1970.
    /// - Returns: The account, and its display name.
    /// - Throws: `AccountProblem.badToken` if the token is unknown or has expired.
    package func resume(_ token: String, at time: Int) async throws -> Member {
        let fingerprint = SessionToken.fingerprint(of: token)
        guard let member = try await find({ $0.member(of: fingerprint, at: time) }) else {
            throw AccountProblem.badToken
        }
        return member
    }

    /// Changes the display name of an account.
    ///
    /// - Parameters:
    ///   - name: The account.
    ///   - shown: Its new name.
    /// - Returns: The identifier of the change, the same at all servers.
    /// - Throws: `AccountProblem.taken` when another account has it; `.alike` when it looks like one of another account.
    @discardableResult
    package func rename(_ name: AccountName, to shown: DisplayName) async throws -> String {
        try await send(.rename(name, to: shown))
    }

    /// Remembers a guest, who gets the same name again after a lost connection or a restart.
    ///
    /// - Parameters:
    ///   - guest: The requested name.
    ///   - present: The guests connected to this server, who must not be forgotten.
    ///   - time: When, in seconds since 1970.
    ///   - limit: The number of guests to remember.
    /// - Returns: The guest's account name, and the token that resumes it.
    /// - Throws: `AccountProblem.taken` or `.alike` if an account has this name or one that looks like it,
    ///   `.guestTaken` if another guest has it.
    package func addGuest(
        _ guest: GuestName,
        besides present: Set<AccountName>,
        at time: Int,
        limit: Int = AccountBook.guestLimit
    ) async throws -> (name: AccountName, token: SessionToken) {
        let token = SessionToken()
        let fingerprint = SessionToken.fingerprint(of: token.text)
        try await send(
            .guest(guest, fingerprint: fingerprint, besides: present.sorted(), limit: limit, time: time)
        )
        return (AccountName(guest), token)
    }

    @discardableResult
    private func send(_ action: AccountBook.Action) async throws -> String {
        guard let judgement = try await replica.send(action) else {
            throw ClusterError.unknown(reason: "the server stops")
        }
        if let problem = judgement.problem { throw problem }
        return judgement.id
    }

    /// Looks in the local copy, then, if there is no result, again when all earlier commands of other servers
    /// have been applied.
    private func find<Found>(_ body: (borrowing AccountBook.State) -> Found?) async throws -> Found? {
        if let found = book.state.withLock({ body($0) }) { return found }
        try await send(.ask)
        return book.state.withLock { body($0) }
    }
}
