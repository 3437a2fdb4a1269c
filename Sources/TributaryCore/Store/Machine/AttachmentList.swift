// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An attachment that follows the state of its machine, retained by its token.
///
/// When the token is dropped, the attachment is stopped on the machine's actor.
final class FollowingAttachment<State, Action>: Attachment<State, Action> {
    private let base: Attachment<State, Action>
    private let inbox: StoreInbox

    /// Cancels the attachment's effects when it ends.
    private(set) lazy var effects = EffectGroup()

    /// Whether it ended before its token was dropped; nothing is called after that.
    private var isStopped = false

    init(_ base: Attachment<State, Action>, inbox: StoreInbox) {
        self.base = base
        self.inbox = inbox
        super.init(base.phases)
    }

    deinit {
        guard !isStopped else { return }
        let stopping = StoreDelivery { [base, effects] in
            base.stop()
            effects.cancel()
        }
        _ = inbox.append(StoreInbox.Item(delivery: stopping, outlivesMachine: true))
    }

    override func willReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) -> Action? {
        isStopped ? action : base.willReduce(action, origin, state)
    }

    override func didHoldBack() { if !isStopped { base.didHoldBack() } }

    override func didReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        if !isStopped { base.didReduce(action, origin, state) }
    }

    override func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        if !isStopped { base.hear(action, origin, state) }
    }

    override func start() { base.start() }

    override func look(at state: State) -> Effect<Action> { isStopped ? .none : base.look(at: state) }

    override func stop() {
        isStopped = true
        base.stop()
        effects.cancel()
    }
}

/// The attachments of a machine, in the order in which they were attached; only tokens retain them.
///
/// It is not generic. The machine is generic itself, and would look up the metadata of a generic list with every
/// action, which costs a hundred times as much as checking an empty list.
struct AttachmentList {
    private struct Entry {
        weak var attachment: AnyObject?
        let phases: AttachmentPhases
    }

    private var entries: [Entry] = []

    /// How many were left when the list was last cleaned.
    ///
    /// It is cleaned again when that number has doubled.
    private var liveCount = 0

    /// The phases in which any of them is called.
    private(set) var phases: AttachmentPhases = []

    var isEmpty: Bool { entries.isEmpty }

    /// How many there are, counting those that are gone but not yet forgotten.
    var count: Int { entries.count }

    /// Adds an attachment after the existing ones.
    mutating func append<State, Action>(_ attachment: Attachment<State, Action>) {
        if entries.count >= 2 * max(liveCount, 8) { removeReleased() }
        entries.append(Entry(attachment: attachment, phases: attachment.phases))
        phases.formUnion(attachment.phases)
    }

    /// Forgets the attachments that are gone.
    mutating func removeReleased() {
        entries.removeAll { $0.attachment == nil }
        liveCount = entries.count
        phases = entries.reduce(into: []) { $0.formUnion($1.phases) }
    }

    /// Removes and returns the first attachment that is called in a phase.
    mutating func popFirst(in phase: AttachmentPhases) -> AnyObject? {
        while let entry = entries.first {
            entries.removeFirst()
            if entry.phases.contains(phase), let attachment = entry.attachment { return attachment }
        }
        return nil
    }

    /// Calls a closure with each attachment that is called in a phase, until the closure returns `false`.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - isReversed: Whether the last comes first.
    ///   - body: Gets an attachment.
    /// - Returns: Whether some of them are gone.
    func forEach(in phase: AttachmentPhases, isReversed: Bool, _ body: (AnyObject) -> Bool) -> Bool {
        var areSomeGone = false
        for position in entries.indices {
            let index = isReversed ? entries.count - 1 - position : position
            guard entries[index].phases.contains(phase) else { continue }
            guard let attachment = entries[index].attachment else {
                areSomeGone = true
                continue
            }
            guard body(attachment) else { break }
        }
        return areSomeGone
    }
}
