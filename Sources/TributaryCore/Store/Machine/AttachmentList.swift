// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An attachment at its machine, for as long as the token keeps it.
///
/// When the token goes, what has to be stopped is handed to the actor of the machine, and stopped there.
final class AttachedCompanion<State, Action> {
    let attachment: Attachment<State, Action>

    /// Cancels the effects that the attachment asked for when it ends.
    private(set) lazy var effects = EffectGroup()

    /// Whether it ended before its token did: nothing is called any more.
    private(set) var isStopped = false

    /// Takes the end of the attachment to the actor of the machine; `nil` where nothing has to be stopped.
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

/// What is attached to a machine, in the order in which it was attached; kept by tokens alone.
///
/// It knows no types: a list of a generic type would make the machine, which is generic itself, look its metadata up
/// with every action, and that costs a hundred times as much as the look at a list that is empty.
struct AttachmentList {
    private struct Entry {
        weak var companion: AnyObject?
        let phases: AttachmentPhases
    }

    private var entries: [Entry] = []

    /// How many were left when the list was last cleaned: it is cleaned again when it has doubled.
    private var liveCount = 0

    /// What any of them takes part in.
    private(set) var phases: AttachmentPhases = []

    var isEmpty: Bool { entries.isEmpty }

    /// How many there are, also those that are gone and not yet forgotten.
    var count: Int { entries.count }

    /// Adds a companion behind those that are there.
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

    /// Takes out the first companion that takes part in a phase.
    mutating func popFirst(in phase: AttachmentPhases) -> AnyObject? {
        while let entry = entries.first {
            entries.removeFirst()
            if entry.phases.contains(phase), let companion = entry.companion { return companion }
        }
        return nil
    }

    /// Calls a closure with each companion that takes part in a phase, until the closure returns `false`.
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
