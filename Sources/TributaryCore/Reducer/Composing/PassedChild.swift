// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The child that must not see the current action, which an effect of an earlier state of the child sent.
///
/// Such an action was sent in time, so the parent receives it. The current child, if there is one, is another one.
@usableFromInline
final class PassedChild {
    // Unchecked, because they are read for every action of a child, one at a time. The machine writes the
    // first two, before and after a reducer runs; only its actor uses them.

    /// The link of the child; `nil` for every other action.
    @exclusivity(unchecked) @usableFromInline private(set) var link: ObjectIdentifier?
    @exclusivity(unchecked) @usableFromInline private(set) var element: AnyHashable?

    /// How often an action did not reach the child it was for, because that is passed over or not there.
    @exclusivity(unchecked) @usableFromInline private(set) var missed = 0

    /// Which of the children that were asked were passed over, while an action passes one: what a log needs to know.
    @exclusivity(unchecked) private(set) var positions: [Int] = []

    /// Which are to be passed over when a log is replayed, in place of the one with the link.
    @exclusivity(unchecked) private var replayed: [Int]?
    @exclusivity(unchecked) private var asked = 0

    @usableFromInline
    init() {}

    @usableFromInline
    func miss() { missed &+= 1 }

    /// Skips a child while a closure runs.
    func pass<Result>(_ key: EffectLifetime.Key?, _ body: () -> Result) -> Result {
        link = key?.link
        element = key?.element
        defer { end() }
        return body()
    }

    /// Skips the children that were passed over when an action was recorded.
    func pass<Result>(replaying positions: [Int], _ body: () -> Result) -> Result {
        link = ObjectIdentifier(self)
        replayed = positions
        defer { end() }
        return body()
    }

    private func end() {
        link = nil
        element = nil
        replayed = nil
        positions = []
        asked = 0
    }

    /// Whether it is this child; called only if there is one.
    @inlinable
    func isChild(_ link: StateLink) -> Bool {
        self.link != nil && isPassing(link, element: nil)
    }

    /// Whether it is this row.
    @inlinable
    func isRow(_ id: some Hashable, _ link: StateLink) -> Bool {
        self.link != nil && isPassingRow(id, link)
    }

    /// Not inlined, as it is rare, and a reducer that contains itself should need little stack.
    @inlinable
    @inline(never)
    func isPassingRow(_ id: some Hashable, _ link: StateLink) -> Bool {
        isPassing(link, element: AnyHashable(id))
    }

    /// The children on an action's way are asked in the same order in the store and in a replay.
    @usableFromInline
    func isPassing(_ link: StateLink, element: AnyHashable?) -> Bool {
        asked += 1
        if let replayed { return replayed.contains(asked) }
        guard self.link == ObjectIdentifier(link), element == nil || element == self.element else {
            return false
        }
        positions.append(asked)
        return true
    }
}
