// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatSocket
import Logging
import Rooms
import Tributary
import TributaryCluster

/// The session of one connection: it can only sign up and in until it has an account.
actor Session {
    private static let roomLimit = 20
    private static let signUpLimit = 3
    private static let waitingLimit = 4096

    private let number: Int
    private let address: String
    private let visitor: Room.Visitor
    private let outbox: Outbox
    private let configuration: ChatServer.Configuration
    private let door: Door
    private let lobby: Lobby
    private let desk: AccountDesk
    private var member: Member?
    private var rooms: [RoomName: Lobby.OpenRoom] = [:]
    /// Pending actions for rooms, performed one after the other.
    private var waiting: [(name: RoomName, room: Lobby.OpenRoom, action: Room.Action)] = []
    private var work: Task<Void, Never>?
    private var signUpCount = 0
    private var frameCount = 0
    private var second = 0

    init(
        _ number: Int,
        from address: String,
        outbox: Outbox,
        _ configuration: ChatServer.Configuration,
        door: Door,
        lobby: Lobby,
        desk: AccountDesk
    ) {
        self.number = number
        self.address = address
        visitor = Room.Visitor(number, at: lobby.run)
        self.outbox = outbox
        self.configuration = configuration
        self.door = door
        self.lobby = lobby
        self.desk = desk
    }

    /// Performs the request in a message.
    ///
    /// Messages are passed one after the other.
    func take(_ text: String) async {
        guard isPatient() else { return end(.tooMany, "That is too much at once.") }
        do throws(FrameProblem) {
            let frame = try FrameCoding.frame(ClientFrame.self, from: text)
            if let member {
                await take(frame, from: member)
            } else {
                await takeFromStranger(frame)
            }
        } catch {
            end(.badFrame, error.reason)
        }
    }

    /// Disconnects a stranger who did not sign in in time.
    func signInTimeIsOver() {
        if member == nil { end(.timedOut, "Nobody has signed in.") }
    }

    /// Leaves all rooms after the connection has closed.
    func leaveAll() async {
        lobby.disconnect(visitor)
        await work?.value
        await withDiscardingTaskGroup { group in
            for room in rooms.values {
                // If that cannot be stored now, the other servers notice that this one is gone, or that it
                // does not know the visitor.
                group.addTask { try? await room.send(.leave(self.visitor), deadline: .seconds(5)) }
            }
        }
        rooms = [:]
    }

    // MARK: - Strangers

    private func takeFromStranger(_ frame: ClientFrame) async {
        door.speak(number)
        do {
            switch frame {
            case .signUp(let name, let password): try await signUp(name, password.text)
            // Checked first, so that a refused client does not use up its code.
            case .signIn where door.isFull, .resume where door.isFull, .guest where door.isFullOfGuests:
                turnAway()
            case .signIn(let name, let password, let code):
                let (member, token) = try await desk.signIn(
                    name,
                    password: password.text,
                    code: code.text,
                    from: address
                )
                welcome(member, token: token.text)
            case .guest(let name):
                guard !configuration.guestRooms.isEmpty else { throw AccountProblem.noGuests }
                let (member, token) = try await desk.guest(name, besides: door.guests)
                welcome(member, token: token.text)
            case .resume(let token): welcome(try await desk.resume(token.text), token: token.text)
            default: end(.notSignedIn, "Sign in first.")
            }
        } catch AccountProblem.locked {
            end(.tooMany, AccountProblem.locked.rawValue)
        } catch let problem as AccountProblem {
            end(.refused, problem.rawValue)
        } catch {
            configuration.logger.error("connection \(number): \(error)")
            end(.internalError, "The server cannot look up accounts now.")
        }
    }

    private func signUp(_ name: AccountName, _ password: String) async throws {
        signUpCount += 1
        guard signUpCount <= Self.signUpLimit else { return end(.tooMany, "These are too many accounts.") }
        guard !name.isGuest else { return refuse(AccountName.rule) }
        do {
            let codes = try await desk.signUp(name, password: password)
            let address = codes.address(account: name.text, issuer: "Chat")
            outbox.send(
                ServerFrame.signedUp(
                    name: name,
                    secret: Confidential(codes.secretText),
                    address: Confidential(address)
                )
            )
            configuration.logger.info("connection \(number): made the account \(name)")
        } catch let problem as AccountProblem {
            refuse(problem.rawValue)
        }
    }

    private func welcome(_ member: Member, token: String) {
        guard door.admit(number, as: member.account) else { return turnAway() }
        self.member = member
        lobby.connect(visitor, to: outbox)
        outbox.send(
            ServerFrame.signedIn(name: member.account, shown: member.name, token: Confidential(token))
        )
        configuration.logger.info("connection \(number): \(member.account) is here")
    }

    private func turnAway() { end(.tryAgainLater, "The server is full.") }

    // MARK: - Members

    private func take(_ frame: ClientFrame, from member: Member) async {
        switch frame {
        case .signUp, .signIn, .guest, .resume: refuse("You have signed in already.")
        case .join(let room, let after): await join(room, after, as: member)
        case .leave(let room):
            tell(room, .leave(visitor))
            rooms[room] = nil
        case .say(let room, let id, let text):
            guard waiting.count < Self.waitingLimit else {
                return refuse("The room cannot keep up; say it again later.", in: room, about: id)
            }
            tell(room, .say(visitor, as: member, id: id, text: text, time: configuration.now()))
        case .history(let room, let after): tell(room, .history(visitor, after: after))
        case .who(let room): tell(room, .who(visitor))
        case .rename(let name): await rename(member, to: name)
        }
    }

    private func join(_ name: RoomName, _ after: Int?, as member: Member) async {
        guard rooms[name] != nil || rooms.count < Self.roomLimit else {
            return refuse("You are in too many rooms; leave one first.", in: name)
        }
        guard !member.account.isGuest || configuration.guestRooms.contains(name) else {
            return refuse("Guests may not enter that room; sign in with an account.", in: name)
        }
        do {
            guard let room = try await lobby.room(name) else {
                return refuse("There are too many rooms.", in: name)
            }
            rooms[name] = room
            tell(name, .enter(visitor, as: member, after: after))
        } catch {
            configuration.logger.error("room \(name): \(error)")
            refuse("The room cannot be opened now; try again later.", in: name)
        }
    }

    /// Sends an action to a room, after the earlier ones.
    private func tell(_ name: RoomName, _ action: Room.Action) {
        guard let room = rooms[name] else {
            for id in action.said { refuse("You are not in the room.", in: name, about: id) }
            if action.said.isEmpty { refuse("You are not in the room.", in: name) }
            return
        }
        waiting.append((name, room, action))
        if work == nil { work = Task { await performAll() } }
    }

    /// Performs the pending actions; messages that arrive for a room meanwhile are stored together.
    private func performAll() async {
        while !waiting.isEmpty {
            var (name, room, action) = waiting.removeFirst()
            while let next = waiting.first, next.name == name, let both = action.merged(with: next.action) {
                action = both
                waiting.removeFirst()
            }
            await perform(action, in: room, name)
        }
        work = nil
    }

    /// Performs an action in a room.
    ///
    /// The room delivers its own answers; only failures are sent here.
    private func perform(_ action: Room.Action, in room: Lobby.OpenRoom, _ name: RoomName) async {
        do throws(ClusterError) {
            switch action {
            case .say: try await room.say(action)
            case .history, .who: await room.ask(action)
            case .enter, .leave, .renamed, .running: try await room.send(action)
            }
        } catch {
            configuration.logger.error("room \(name): \(error)")
            // A message that may have been stored is not refused: the client reconnects and sends it again.
            guard case .refused = error else { return end(.tryAgainLater, "The room cannot be reached now.") }
            let said = action.said
            for id in said {
                refuse("The message could not be kept; say it again later.", in: name, about: id)
            }
            if said.isEmpty { refuse("The room cannot be reached now; try again later.", in: name) }
        }
    }

    private func rename(_ member: Member, to name: DisplayName) async {
        guard !member.account.isGuest else { return refuse("Guests keep the name that they came with.") }
        do {
            let change = try await desk.rename(member.account, to: name)
            self.member?.name = name
            // The rooms first, so that a client notified of its new name finds it in them.
            await lobby.rename(member.account, to: name, id: change)
            outbox.send(ServerFrame.renamed(name))
        } catch let problem as AccountProblem {
            refuse(problem.rawValue)
        } catch {
            configuration.logger.error("connection \(number): \(error)")
            refuse("The name cannot be changed now; try again later.")
        }
    }

    // MARK: - Answers

    private func isPatient() -> Bool {
        let now = configuration.now()
        if now != second { (second, frameCount) = (now, 0) }
        frameCount += 1
        let isGuest = member?.account.isGuest ?? false
        return frameCount <= (isGuest ? configuration.guestFramesPerSecond : configuration.framesPerSecond)
    }

    private func refuse(_ reason: String, in room: RoomName? = nil, about id: MessageID? = nil) {
        outbox.send(ServerFrame.refused(reason: reason, room: room, id: id))
    }

    private func end(_ code: CloseCode, _ reason: String) { outbox.end(SocketEnd(code, reason)) }
}
