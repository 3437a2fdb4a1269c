// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An attachment in a machine's list, retained by its token.
///
/// When the token is dropped, the attachment is stopped on the machine's actor.
final class AttachedCompanion<State, Action> {
    let attachment: Attachment<State, Action>

    /// Cancels the effects that the attachment asked for when it ends.
    private(set) lazy var effects = EffectGroup()

    /// Whether it ended before its token was dropped; nothing is called after that.
    private(set) var isStopped = false

    /// Brings the end of the attachment to the machine's actor; `nil` if nothing has to be stopped.
    private let inbox: StoreInbox?

    init(_ attachment: Attachment<State, Action>, inbox: StoreInbox?) {
        self.attachment = attachment
        self.inbox = inbox
    }

    deinit {
        guard !isStopped, let inbox else { return }
        let stopping = StoreDelivery { [attachment, effects] in
            attachment.stop()
            effects.cancel()
        }
        _ = inbox.append(StoreInbox.Item(delivery: stopping, outlivesMachine: true))
    }

    /// Stops it, once.
    func stop() {
        isStopped = true
        attachment.stop()
        effects.cancel()
    }
}

/// The attachments of a machine, in the order in which they were attached; only tokens retain them.
///
/// It is not generic. The machine is generic itself, and would look up the metadata of a generic list with every
/// action, which costs a hundred times as much as checking an empty list.
struct AttachmentList {
    private struct Entry {
        weak var companion: AnyObject?
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

    /// Adds a companion after the existing ones.
    mutating func append<State, Action>(_ companion: AttachedCompanion<State, Action>) {
        if entries.count >= 2 * max(liveCount, 8) { removeReleased() }
        entries.append(Entry(companion: companion, phases: companion.attachment.phases))
        phases.formUnion(companion.attachment.phases)
    }

    /// Forgets the companions that are gone.
    mutating func removeReleased() {
        entries.removeAll { $0.companion == nil }
        liveCount = entries.count
        phases = entries.reduce(into: []) { $0.formUnion($1.phases) }
    }

    /// Removes and returns the first companion that is called in a phase.
    mutating func popFirst(in phase: AttachmentPhases) -> AnyObject? {
        while let entry = entries.first {
            entries.removeFirst()
            if entry.phases.contains(phase), let companion = entry.companion { return companion }
        }
        return nil
    }

    /// Calls a closure with each companion that is called in a phase, until the closure returns `false`.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - isReversed: Whether the last comes first.
    ///   - body: Gets a companion.
    /// - Returns: Whether some of them are gone.
    func forEach(in phase: AttachmentPhases, isReversed: Bool, _ body: (AnyObject) -> Bool) -> Bool {
        var areSomeGone = false
        for position in entries.indices {
            let index = isReversed ? entries.count - 1 - position : position
            guard entries[index].phases.contains(phase) else { continue }
            guard let companion = entries[index].companion else {
                areSomeGone = true
                continue
            }
            guard body(companion) else { break }
        }
        return areSomeGone
    }
}
