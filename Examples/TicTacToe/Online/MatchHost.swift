// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import TicTacToeRules
import Tributary
package import TributaryJournal

/// Stores a match, and sends its state to both players.
package final class MatchHost: Sendable {
    /// Sends frames to one player.
    typealias Outbox = @Sendable (HostFrame) -> Void

    private let store: StoreActor<Match.State, Match.Action>
    private let switchboard: Switchboard

    /// Opens the match in a journal, or a new one.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - name: The name of the host.
    /// - Throws: The error if the journal cannot be opened.
    package init(in journal: Journal, name: PlayerName) async throws {
        let switchboard = Switchboard()
        self.switchboard = switchboard
        store = try await journal.open("match", initialState: Match.State()) {
            Match()
        } dependencies: {
            $0.matchDelivery = { switchboard.deliver($0) }
        }
        await store.send(.sit(.host, name: name, token: "")).finish()
    }

    /// Closes the match for this run; it stays in the journal.
    package func close() async { await store.close() }

    /// The link of the player at the host's terminal.
    package func player() -> MatchLink {
        let (events, event) = AsyncStream.makeStream(of: MatchLink.Event.self)
        let (frames, frame) = AsyncStream.makeStream(of: ClientFrame.self)
        let id = switchboard.connect(.host) { event.yield(.frame($0)) }
        let work = Task { [self] in
            event.yield(.online)
            _ = await store.withState { event.yield(.frame(.match(MatchView(of: $0, from: .host)))) }
            for await frame in frames { await take(frame, from: .host) }
        }
        event.onTermination = { [switchboard] _ in
            switchboard.disconnect(id)
            work.cancel()
        }
        return MatchLink(events: events) { frame.yield($0) }
    }

    /// Admits a client, and handles its frames until there are no more.
    ///
    /// - Parameters:
    ///   - next: Returns the next frame; `nil` when the client has gone.
    ///   - outbox: Sends frames to the client; of those that wait, only the newest is needed.
    ///   - onJoin: Called when the client has joined.
    /// - Throws: The error if reading fails.
    func serve(
        _ next: () async throws -> ClientFrame?,
        _ outbox: @escaping Outbox,
        onJoin: () -> Void = {}
    ) async throws {
        guard case .join(let token, let name)? = try await next(), (16...64).contains(token.utf8.count)
        else { return outbox(.refused(id: nil, reason: "Join first.")) }
        await store.send(.sit(.guest, name: name, token: token)).finish()
        guard await store.withState({ $0.token == token }) else {
            return outbox(.refused(id: nil, reason: "The seat is taken."))
        }
        onJoin()
        let id = switchboard.connect(.guest, outbox)
        defer { switchboard.disconnect(id) }
        await store.withState { outbox(.match(MatchView(of: $0, from: .guest))) }
        while let frame = try await next() { await take(frame, from: .guest) }
    }

    private func take(_ frame: ClientFrame, from seat: Seat) async {
        switch frame {
        case .join: break
        case .play(let id, let field): await store.send(.play(id, by: seat, field: field))
        case .again(let id): await store.send(.again(id, by: seat))
        }
    }
}

/// Delivers the outputs of the match.
private final class Switchboard: Sendable {
    private struct Line {
        let seat: Seat
        let outbox: MatchHost.Outbox
    }

    private let lines = Mutex<(last: Int, open: [Int: Line])>((0, [:]))

    func connect(_ seat: Seat, _ outbox: @escaping MatchHost.Outbox) -> Int {
        lines.withLock { lines in
            lines.last += 1
            lines.open[lines.last] = Line(seat: seat, outbox: outbox)
            return lines.last
        }
    }

    func disconnect(_ id: Int) { lines.withLock { _ = $0.open.removeValue(forKey: id) } }

    func deliver(_ output: Match.Output) {
        for line in lines.withLock({ Array($0.open.values) }) {
            line.outbox(.match(MatchView(of: output.match, from: line.seat)))
            guard let refusal = output.refusal, refusal.seat == line.seat else { continue }
            line.outbox(.refused(id: refusal.id, reason: refusal.reason))
        }
    }
}
