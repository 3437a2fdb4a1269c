// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The actions that reached a test store, until the test has accounted for them.
///
/// It belongs to the test store, and is written to only while a turn of its machine runs.
final class ReceivedActions<State, Action> {
    struct Entry {
        let action: Action
        let state: State
    }

    private var entries: [Entry] = []
    private var head = 0
    private var isSending = false
    private var sent: Entry?

    var isEmpty: Bool { head == entries.count }

    /// The actions that the test has not accounted for.
    var actions: [Action] { entries[head...].map(\.action) }

    func append(_ action: Action, _ state: State) {
        if isSending, sent == nil {
            sent = Entry(action: action, state: state)
        } else {
            entries.append(Entry(action: action, state: state))
        }
    }

    /// Sends an action, and tells it from those that follow.
    ///
    /// - Parameter send: Sends it.
    /// - Returns: The action with the state after it, unless it was refused, and what sending returned.
    func sending<Result>(_ send: () -> Result) -> (sent: Entry?, result: Result) {
        isSending = true
        defer {
            isSending = false
            sent = nil
        }
        let result = send()
        return (sent, result)
    }

    func popFirst() -> Entry? {
        guard head < entries.count else { return nil }
        defer {
            head += 1
            if isEmpty { removeAll() }
        }
        return entries[head]
    }

    func removeAll() {
        entries.removeAll()
        head = 0
    }
}
