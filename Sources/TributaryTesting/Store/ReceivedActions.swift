// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The actions that reached a test store, until the test has accounted for them.
///
/// It belongs to the test store, and is changed only while a turn of its machine runs.
final class ReceivedActions<State, Action> {
    struct Entry {
        let action: Action
        let state: State
    }

    /// An action that came when another one was expected, with the state before it.
    struct PassedOver {
        let entry: Entry
        let before: State
    }

    /// The actions that a failure has shown already: they may be received later, and do not count as left over.
    private var passedOver: [PassedOver] = []

    private var entries: [Entry] = []
    private var head = 0
    private var isSending = false

    /// How many actions are sent, and how many of them came.
    private var expected = 1
    private var heard = 0
    private var sent: Entry?

    /// Whether the first action of a turn is the one that was sent; otherwise the sender records it.
    private let takesFirstAsSent: Bool

    init(takesFirstAsSent: Bool = true) { self.takesFirstAsSent = takesFirstAsSent }

    var isEmpty: Bool { head == entries.count }

    /// The actions that the test has not accounted for.
    var actions: [Action] { entries[head...].map(\.action) }

    func append(_ action: Action, _ state: State) {
        if isOfSend {
            sent = Entry(action: action, state: state)
        } else {
            entries.append(Entry(action: action, state: state))
        }
    }

    /// Whether the current action is one that was sent, and not one that came in its place.
    private var isOfSend: Bool {
        guard takesFirstAsSent, isSending, heard < expected else { return false }
        heard += 1
        return admissions.map { $0.count <= expected } ?? true
    }

    /// Counts the actions that come to middleware, if there is one.
    var admissions: AdmissionCount<State, Action>?

    /// Records the action that was sent, if it is not the first one of its turn.
    func noteSent(_ action: Action, _ state: State) { sent = Entry(action: action, state: state) }

    /// Sends actions as one turn, and distinguishes them from those that follow.
    ///
    /// - Parameters:
    ///   - count: How many actions are sent.
    ///   - send: Sends them.
    /// - Returns: The last of the actions with the state after it, unless all were refused, and the result of sending.
    func sending<Result>(_ count: Int = 1, _ send: () -> Result) -> (sent: Entry?, result: Result) {
        isSending = true
        expected = count
        heard = 0
        admissions?.count = 0
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

    /// Records an action that a failure shows.
    func passOver(_ entry: Entry, before: State) {
        passedOver.append(PassedOver(entry: entry, before: before))
    }

    /// Takes the first matching action that a failure has shown.
    func takePassedOver(where isWanted: (Action) -> Bool) -> PassedOver? {
        passedOver.firstIndex { isWanted($0.entry.action) }.map { passedOver.remove(at: $0) }
    }

    var hasPassedOver: Bool { !passedOver.isEmpty }

    /// Forgets the actions that a failure has shown.
    func forgetPassedOver() { passedOver.removeAll() }
}
