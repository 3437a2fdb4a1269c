// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Synchronization

/// How many connections there are: members have places of their own, which strangers can never take.
///
/// One that is turned away takes no place, however long it lingers.
final class Door: Sendable {
    private struct State {
        var strangers: Strangers
        var dismissals: [Int: @Sendable () -> Void] = [:]
        var members: Set<Int> = []
        var guests: [Int: AccountName] = [:]
    }

    private let state: Mutex<State>
    private let memberLimit: Int
    private let guestLimit: Int

    init(_ configuration: ChatServer.Configuration) {
        memberLimit = configuration.connectionLimit
        guestLimit = min(configuration.guestLimit, configuration.connectionLimit)
        state = Mutex(
            State(
                strangers: Strangers(
                    limit: configuration.strangerLimit,
                    limitOfAddress: configuration.strangerLimitOfAddress
                )
            )
        )
    }

    /// Lets a connection in as a stranger, and dismisses an older one if there is no room for both.
    ///
    /// - Parameters:
    ///   - number: The connection.
    ///   - address: Where it comes from.
    ///   - dismiss: Ends the connection when it has to go for another one.
    /// - Returns: The connection that was dismissed.
    func enter(_ number: Int, from address: String, dismiss: @escaping @Sendable () -> Void) -> Int? {
        let (leaving, dismissal) = state.withLock { state in
            let leaving = state.strangers.enter(number, from: address)
            state.dismissals[number] = dismiss
            return (leaving, leaving.flatMap { state.dismissals.removeValue(forKey: $0) })
        }
        dismissal?()
        return leaving
    }

    /// Dismisses some strangers, because the program has no file left.
    @Sendable func makeRoom() {
        let dismissals = state.withLock { state in
            (0..<16).compactMap { _ in
                state.strangers.makeRoom().flatMap { state.dismissals.removeValue(forKey: $0) }
            }
        }
        for dismiss in dismissals { dismiss() }
    }

    /// Notes that a stranger has said something.
    func speak(_ number: Int) { state.withLock { $0.strangers.speak(number) } }

    /// Whether no more members can be let in.
    var isFull: Bool { state.withLock { $0.members.count >= memberLimit } }

    /// Whether no more guests can be let in.
    var isFullOfGuests: Bool { isFull || state.withLock { $0.guests.count >= guestLimit } }

    /// Who is here as a guest.
    var guests: Set<AccountName> { state.withLock { Set($0.guests.values) } }

    /// Makes a stranger a member, or a guest.
    ///
    /// - Parameters:
    ///   - number: The connection.
    ///   - account: Who it is.
    /// - Returns: Whether there was a place, and the connection had not been dismissed.
    func admit(_ number: Int, as account: AccountName) -> Bool {
        state.withLock { state in
            guard state.members.count < memberLimit,
                !account.isGuest || state.guests.count < guestLimit,
                state.strangers.leave(number)
            else { return false }
            state.dismissals[number] = nil
            state.members.insert(number)
            if account.isGuest { state.guests[number] = account }
            return true
        }
    }

    /// Forgets a connection that has ended.
    func leave(_ number: Int) {
        state.withLock { state in
            state.strangers.leave(number)
            state.dismissals[number] = nil
            state.members.remove(number)
            state.guests[number] = nil
        }
    }
}
