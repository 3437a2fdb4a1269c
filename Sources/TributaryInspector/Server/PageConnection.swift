// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The connection of one page: it is notified of changes, and requests the data that it shows.
///
/// At most one event is in flight, and the next one covers all changes since. So a page that does not answer costs a set of names,
/// and the stores do not wait for it.
final class PageConnection: Sendable {
    private struct State {
        var changed: Set<String> = []
        var removed: [String] = []

        /// Whether the page has greeted, and has answered the last event.
        var isReady = false
        var isScheduled = false
        var isEnded = false
    }

    private let state = Mutex(State())
    private let hub: InspectorHub
    private let send: @Sendable (String) -> Void

    /// The least time between two events.
    private let pace: Duration
    private let clock: any Clock<Duration>

    init(
        _ hub: InspectorHub,
        pace: Duration,
        clock: any Clock<Duration> = ContinuousClock(),
        send: @escaping @Sendable (String) -> Void
    ) {
        self.hub = hub
        self.pace = pace
        self.clock = clock
        self.send = send
    }

    // MARK: - From the stores

    /// Something is new in a store; called on its actor, and does next to nothing there.
    func mark(_ id: String) { schedule { $0.changed.insert(id) } }

    func didRemove(_ ids: [String]) {
        schedule {
            $0.changed.subtract(ids)
            $0.removed += ids
        }
    }

    func end() { state.withLock { $0.isEnded = true } }

    private func schedule(_ change: (inout State) -> Void) {
        let isToBeSent = state.withLock { state in
            change(&state)
            let isNew = !state.changed.isEmpty || !state.removed.isEmpty
            guard isNew, state.isReady, !state.isScheduled, !state.isEnded else { return false }
            state.isScheduled = true
            return true
        }
        if isToBeSent { Task { await flush() } }
    }

    /// Sends all changes as one event.
    private func flush() async {
        let (changed, removed): (Set<String>, [String]) = state.withLock { state in
            // Until the page has answered, and the pace allows it.
            state.isReady = false
            defer { state.removed = [] }
            guard state.removed.isEmpty else { return ([], state.removed) }
            defer { state.changed = [] }
            return (state.changed, [])
        }
        var summaries: [StoreSummary] = []
        for slot in hub.slots where changed.contains(slot.id) {
            if let summary = await slot.summary() { summaries.append(summary) }
        }
        // Also without changes: the page's answer releases the next event.
        say(Reply(event: removed.isEmpty ? .changed(stores: summaries) : .gone(stores: removed)))
        if pace > .zero { try? await clock.sleep(for: pace) }
        let isRunning = summaries.contains { $0.running > 0 }
        schedule { $0.isScheduled = false }
        // The end of an effect without an action is not reported.
        if isRunning, pace > .zero { lookAgain(summaries) }
    }

    private func lookAgain(_ summaries: [StoreSummary]) {
        Task { [weak self, pace, clock] in
            try? await clock.sleep(for: pace * 5)
            for summary in summaries where summary.running > 0 { self?.mark(summary.store) }
        }
    }

    // MARK: - From the page

    /// Answers a frame.
    func receive(_ text: String) async {
        let inquiry: Inquiry
        do { inquiry = try Inquiry(json: Array(text.utf8)) } catch {
            let id = (try? JSON(parsing: text.utf8))?["id"]?.integer
            return say(Reply(id: id, error: "\(error)"))
        }
        if case .seen = inquiry.question { return schedule { $0.isReady = true } }
        var isGreeting = false
        if case .hello = inquiry.question { isGreeting = true }
        if isGreeting { state.withLock { $0.changed = [] } }
        say(await hub.reply(to: inquiry))
        if isGreeting { schedule { $0.isReady = true } }
    }

    private func say(_ reply: Reply) { send(String(decoding: reply.json, as: UTF8.self)) }
}

extension InspectorHub {
    /// The answer to a question, or why there is none.
    func reply(to inquiry: Inquiry) async -> Reply {
        do {
            return Reply(id: inquiry.id, answer: try await answer(inquiry.question, about: inquiry.store))
        } catch {
            return Reply(id: inquiry.id, error: "\(error)")
        }
    }
}

extension Inquiry {
    /// Reads a question.
    ///
    /// - Throws: An `InspectorFault` with the reason.
    init(json: [UInt8]) throws(InspectorFault) {
        do { self = try JSONDecoder().decode(Inquiry.self, from: Data(json)) } catch {
            throw InspectorFault("This is no question: \(decodingText(error)).")
        }
    }
}

extension Reply {
    var json: [UInt8] {
        let encoder = JSONEncoder()
        // Else the order of the fields is another in each process.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A number that JSON does not have cannot be in an answer: values are texts there.
        return (try? encoder.encode(self)).map(Array.init) ?? Array(#"{"error":"There is no answer."}"#.utf8)
    }
}
