// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
package import ChatFeature
package import ChatProtocol
import Connection
import Conversation
import Foundation
import SignIn
package import Tributary

/// The client as a person uses it: sends commands as actions, and waits until each has taken effect.
@MainActor
package final class ChatDesk {
    package let store: StoreOf<Chat>
    private let name: AccountName?
    private let fast: Bool
    private let timeout: Double
    private let now: () -> Int
    /// The secret of the account that was made here, for scripts that compute codes.
    private var codes: OneTimePassword?
    private var lastStep: Int?

    /// Makes a desk.
    ///
    /// - Parameters:
    ///   - store: The client.
    ///   - name: The name to use if a command has none.
    ///   - fast: Whether codes are computed automatically after a sign-up.
    ///   - timeout: How many seconds a command may take.
    ///   - now: The time, in seconds since 1970.
    package init(
        store: StoreOf<Chat>,
        name: AccountName?,
        fast: Bool,
        timeout: Double,
        now: @escaping () -> Int = { Int(Date().timeIntervalSince1970) }
    ) {
        self.store = store
        self.name = name
        self.fast = fast
        self.timeout = timeout
        self.now = now
    }

    /// Performs a command and waits for its result.
    ///
    /// - Parameter command: The command.
    /// - Returns: The answer to print.
    /// - Throws: The reason why it did not take effect.
    package func perform(_ command: Command) async throws(CommandProblem) -> [String] {
        switch command {
        case .signUp(let name, let password): return try await signUp(try self.name(name), password)
        case .signIn(let name, let password, let code):
            let name = try self.name(name)
            if let code { return try await signIn(name, password, code) }
            return try await signIn(name, password, try nextCode())
        case .guest(let name):
            try await send(.signIn(.guest(name))) { $0.isOnline }
            return ["You are here as \(store.signIn.member?.name.text ?? name.text)."]
        case .join(let room): return try await join(room)
        case .say(let text): return try await say(text)
        case .rename(let name):
            try await send(.rename(name)) { $0.signIn.member?.name == name }
            return ["You are called \(name) now."]
        case .leave:
            let room = try room()
            try await send(.rooms(.element(id: room, action: .leave))) { $0.rooms[id: room] == nil }
            return ["You have left \(room)."]
        case .who:
            return ["In \(try room()): \(members())."]
        case .history: return Transcript.history(of: store.state)
        case .waitForMessages(let number):
            let room = try room()
            try await wait { ($0.rooms[id: room]?.last ?? 0) >= number }
            return []
        case .waitForConnection(let isThere):
            try await wait { $0.isSettled == isThere }
            return [isThere ? "The connection is there." : "The connection is not there."]
        case .status: return Transcript.status(of: store.state)
        case .help: return Command.overview.split(separator: "\n").map(String.init)
        case .quit: return []
        }
    }

    // MARK: - Commands

    private func signUp(_ name: AccountName, _ password: String) async throws(CommandProblem) -> [String] {
        let old = store.signIn.secret
        try await send(.signIn(.signUp(name, password: Confidential(password)))) {
            $0.signIn.secret != nil && $0.signIn.secret != old
        }
        guard let secret = store.signIn.secret else { return [] }
        codes = Base32.bytes(of: secret.text.text).map { OneTimePassword(secret: $0) }
        return [
            "The account \(name) is made. Give this secret to your authenticator:",
            secret.text.text, secret.address.text,
        ]
    }

    private func signIn(
        _ name: AccountName,
        _ password: String,
        _ code: String
    ) async throws(CommandProblem) -> [String] {
        try await send(.signIn(.signIn(name, password: Confidential(password), code: Confidential(code)))) {
            $0.isOnline
        }
        return ["You are signed in as \(store.signIn.member?.name.text ?? name.text)."]
    }

    private func join(_ room: RoomName) async throws(CommandProblem) -> [String] {
        try await send(.join(room)) { $0.rooms[id: room].map { $0.isJoined && !$0.isAsking } ?? false }
        return ["In \(room): \(members())."] + Transcript.history(of: store.state)
    }

    private func say(_ text: MessageText) async throws(CommandProblem) -> [String] {
        let room = try room()
        let before = Set(store.rooms[id: room]?.pending.map(\.id) ?? [])
        let notice = store.notice
        store.send(.rooms(.element(id: room, action: .say(text))))
        guard let id = store.rooms[id: room]?.pending.map(\.id).first(where: { !before.contains($0) }) else {
            throw CommandProblem("The room is gone.")
        }
        // A lost connection is no problem here: the message is sent again on the next connection.
        try await wait { state in !(state.rooms[id: room]?.pending.contains { $0.id == id } ?? false) }
        guard let message = store.rooms[id: room]?.messages.last(where: { $0.id == id }) else {
            throw CommandProblem(
                store.notice == notice ? "The message was not taken." : store.notice?.text ?? ""
            )
        }
        return [Transcript.line(of: message)]
    }

    private func room() throws(CommandProblem) -> RoomName {
        guard let room = store.current else { throw CommandProblem("You are in no room; type “join hall”.") }
        return room
    }

    private func members() -> String {
        store.state.conversation?.members.map(\.name.text).joined(separator: ", ") ?? ""
    }

    private func name(_ name: AccountName?) throws(CommandProblem) -> AccountName {
        guard let name = name ?? self.name else {
            throw CommandProblem("Say who you are, or start with --name.")
        }
        return name
    }

    /// The code of the first time step whose code was not used here.
    private func nextCode() throws(CommandProblem) -> String {
        guard fast, let codes else {
            throw CommandProblem("Add the code of your authenticator: “signin PASSWORD 123456”.")
        }
        let step = max(codes.step(at: now()), lastStep.map { $0 + 1 } ?? 0)
        lastStep = step
        return codes.code(step: step)
    }

    // MARK: - Waiting

    /// Sends an action, and waits until a condition holds, or until a problem is recorded.
    private func send(
        _ action: sending Chat.Action,
        until isDone: @escaping @Sendable (Chat.State) -> Bool
    ) async throws(CommandProblem) {
        let notice = store.notice?.number ?? 0
        store.send(action)
        try await wait { state in
            isDone(state) || state.notice.map { $0.isProblem && $0.number > notice } ?? false
        }
        if !isDone(store.state) { throw CommandProblem(store.notice?.text ?? "") }
    }

    /// Waits until a condition holds; returns at once if it does already.
    private func wait(_ isDone: @escaping @Sendable (Chat.State) -> Bool) async throws(CommandProblem) {
        let values = store.values(isDone)
        let seconds = timeout
        let isInTime = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await value in values where value { return true }
                return false
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
        if !isInTime { throw CommandProblem("That took too long.") }
    }
}

extension Chat.State {
    /// Whether the client is connected and idle: all rooms are entered, and all messages are echoed.
    var isSettled: Bool {
        isOnline && rooms.allSatisfy { $0.isJoined && !$0.isAsking && $0.pending.isEmpty }
    }
}
