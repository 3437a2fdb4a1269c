// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Connection
import Synchronization

/// One sentence, for one listener.
final class Sentences: Sendable {
    private let isHeard = Mutex(false)

    /// The sentence, and then the end.
    func next() -> String? {
        isHeard.withLock { isHeard in
            defer { isHeard = true }
            return isHeard ? nil : "One."
        }
    }
}

/// A socket of a client: it opens or not, gets at most one frame, and is lost.
final class Socket: Sendable {
    enum Event: Hashable, Sendable { case opened, frame, lost, refused }

    private let number: Int
    private let events = Mutex<[Event]>([])

    init(_ number: Int) { self.number = number }

    /// The events that may be next; none after the end.
    var answers: [Event] {
        switch events.withLock({ $0.last }) {
        // Without an end there would be no last attempt.
        case nil: number < 3 ? [.opened, .lost, .refused] : [.refused]
        case .opened: [.frame, .lost]
        case .frame: [.lost]
        case .lost, .refused: []
        }
    }

    func note(_ event: Event) -> LinkEvent {
        events.withLock { $0.append(event) }
        return switch event {
        case .opened: .opened
        case .frame: .frame(.renamed(DisplayName.sample("Ada")))
        case .lost: .closed(.lost, reason: "Lost.")
        case .refused: .closed(.refused, reason: "Refused.")
        }
    }
}
