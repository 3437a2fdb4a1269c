// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The feedbacks that a reducer and its children have for every piece of state they are run on.
///
/// It is filled while the reducers are resolved. Every piece of state (each row, for instance) then gets a group
/// of its own, which remembers what runs there.
@usableFromInline
final class FeedbackPlan<State, Action> {
    private struct Entry {
        let isNeeded: () -> Bool
        let make: () -> FeedbackHook<State, Action>
    }

    private var entries: [Entry] = []

    @usableFromInline
    init() {}

    /// Adds a feedback, or those of a child.
    ///
    /// - Parameters:
    ///   - isNeeded: Whether there is anything in it; asked when the whole tree is resolved.
    ///   - make: Makes what works for one piece of state.
    @usableFromInline
    func append(isNeeded: @escaping () -> Bool, make: @escaping () -> FeedbackHook<State, Action>) {
        entries.append(Entry(isNeeded: isNeeded, make: make))
    }

    /// Whether there are any feedbacks.
    @usableFromInline var isNeeded: Bool { entries.contains { $0.isNeeded() } }

    /// A group for one piece of state.
    @usableFromInline
    func makeGroup() -> FeedbackGroup<State, Action> {
        FeedbackGroup(entries.filter { $0.isNeeded() }.map { $0.make() })
    }

    /// A group for one piece of state, which all of them have alike.
    @usableFromInline
    func makeGroup(for state: State) -> FeedbackGroup<State, Action> { makeGroup() }
}

/// How many feedbacks were found in a tree of reducers until now.
@usableFromInline
final class FeedbackCount {
    var value = 0
}

/// A reducer below which others are resolved, so that one that contains itself is noticed.
final class ReducerAncestor {
    let type: ObjectIdentifier
    private let countBefore: Int

    /// Whether there are feedbacks in it; known when it is resolved.
    private(set) var hasFeedbacks = false

    init(_ type: Any.Type, count: FeedbackCount) {
        self.type = ObjectIdentifier(type)
        countBefore = count.value
    }

    func finish(_ count: FeedbackCount) { hasFeedbacks = count.value > countBefore }
}
