// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An element of a list that may end, on any thread.
@usableFromInline protocol Ending {
    /// It runs no code of the program.
    var hasEnded: Bool { get }
}

/// A weak reference, which ends with its object.
@usableFromInline struct Weak<Object: AnyObject>: Ending {
    @usableFromInline weak var object: Object?

    init(_ object: Object) { self.object = object }

    @usableFromInline var hasEnded: Bool { object == nil }
}

/// A list whose ended elements are removed when it has doubled since the last time, in amortized constant time.
struct LiveList<Element: Ending> {
    private(set) var elements: [Element] = []

    /// How many elements there were after ended ones were removed.
    private var liveCount = 0

    mutating func append(_ element: Element) {
        if elements.count >= 2 * max(liveCount, 8) { removeEnded() }
        elements.append(element)
    }

    // Not inlined, because it is rare and long.
    @inline(never) mutating func removeAll(_ isGone: (Element) -> Bool) { elements.removeAll(where: isGone) }

    mutating func removeEnded() {
        removeAll { $0.hasEnded }
        liveCount = elements.count
    }
}
