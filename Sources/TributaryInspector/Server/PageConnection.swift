// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One page that looks: it is told that something is new, and asks for what it shows.
///
/// One event is under way at most, and the next one has everything since. So a page that does not answer costs a set of
/// names, and the stores do not wait for it.
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

    /// How much time lies between two events, at least.
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

    /// Sends what is new as one event.
    private func flush() async {
        let (changed, removed): (Set<String>, [String]) = state.withLock { state in
            // Until the page has answered, and the pace allows it.
            state.isReady = false
            defer { state.removed = [] }
            guard state.removed.isEmpty else { return ([], state.removed) }
            defer { state.changed = [] }
            return (state.changed, [])
        }
        var summaries: [JSON] = []
        for slot in hub.slots where changed.contains(slot.id) {
            if let summary = await slot.summary() { summaries.append(summary) }
        }
        // Also if nothing is left to be told: then the answer to this lets the next event go.
        send(
            removed.isEmpty
                ? (["event": "changed", "stores": .array(summaries)] as JSON).text
                : (["event": "gone", "stores": .array(removed.map(JSON.string))] as JSON).text
        )
        if pace > .zero { try? await clock.sleep(for: pace) }
        let isRunning = summaries.contains { ($0["running"]?.integer ?? 0) > 0 }
        schedule { $0.isScheduled = false }
        // Nobody tells when an effect has ended without an action.
        if isRunning, pace > .zero { lookAgain(summaries) }
    }

    private func lookAgain(_ summaries: [JSON]) {
        Task { [weak self, pace, clock] in
            try? await clock.sleep(for: pace * 5)
            for summary in summaries where (summary["running"]?.integer ?? 0) > 0 {
                summary["store"]?.string.map { self?.mark($0) }
            }
        }
    }

    // MARK: - From the page

    /// Answers a frame.
    func receive(_ text: String) async {
        let request: JSON
        do { request = try JSON(parsing: text.utf8) } catch {
            return send((["id": .null, "error": .string("This frame is no JSON: \(error).")] as JSON).text)
        }
        guard request["ask"]?.string != "seen" else { return schedule { $0.isReady = true } }
        let id = request["id"] ?? .null
        do {
            let answer =
                request["ask"]?.string == "hello" ? try await greet(request) : try await hub.answer(request)
            send((["id": id, "answer": answer] as JSON).text)
        } catch {
            send((["id": id, "error": .string("\(error)")] as JSON).text)
        }
        if request["ask"]?.string == "hello" { schedule { $0.isReady = true } }
    }

    private func greet(_ request: JSON) async throws -> JSON {
        guard request["version"]?.integer == 1 else {
            throw InspectorFault("The page speaks another version of the protocol; load it again.")
        }
        state.withLock { $0.changed = [] }
        var stores: [JSON] = []
        for slot in hub.slots {
            if let summary = await slot.summary() { stores.append(summary) }
        }
        return [
            "run": .string(hub.run), "version": 1, "title": .string(hub.slots.first?.name ?? ""),
            "stores": .array(stores),
        ]
    }
}
