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

    @usableFromInline
    init() {}

    @usableFromInline
    func miss() { missed &+= 1 }

    /// Skips a child while a closure runs.
    func pass<Result>(_ key: EffectLifetime.Key?, _ body: () -> Result) -> Result {
        link = key?.link
        element = key?.element
        defer {
            link = nil
            element = nil
        }
        return body()
    }

    /// Whether it is this child; called only if there is one.
    @inlinable
    func isChild(_ link: StateLink) -> Bool {
        guard let passed = self.link else { return false }
        return passed == ObjectIdentifier(link)
    }

    /// Whether it is this row.
    @inlinable
    func isRow(_ id: some Hashable, _ link: StateLink) -> Bool { isChild(link) && element == AnyHashable(id) }
}
