// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Synchronization

/// Counts connections.
///
/// Signed-in members have places of their own, which strangers cannot take.
///
/// A dismissed connection takes no place, however long closing it takes.
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

    /// Admits a connection as a stranger, and dismisses an older one if there is no room for both.
    ///
    /// - Parameters:
    ///   - number: The connection.
    ///   - address: The address of its client.
    ///   - dismiss: Closes the connection if a later one needs its place.
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

    /// Records that a stranger has sent a message.
    func speak(_ number: Int) { state.withLock { $0.strangers.speak(number) } }

    /// Whether all places for members are taken.
    var isFull: Bool { state.withLock { $0.members.count >= memberLimit } }

    /// Whether all places for guests are taken.
    var isFullOfGuests: Bool { isFull || state.withLock { $0.guests.count >= guestLimit } }

    /// The guests who are connected.
    var guests: Set<AccountName> { state.withLock { Set($0.guests.values) } }

    /// Admits a stranger as a member, or as a guest.
    ///
    /// - Parameters:
    ///   - number: The connection.
    ///   - account: The account of the member or guest.
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

    /// Removes a closed connection.
    func leave(_ number: Int) {
        state.withLock { state in
            state.strangers.leave(number)
            state.dismissals[number] = nil
            state.members.remove(number)
            state.guests[number] = nil
        }
    }
}
