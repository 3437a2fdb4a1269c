// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryComponents
import TributaryCore

/// Prints props into a list.
@MainActor
final class Printer<Props: Equatable>: Component {
    private(set) var printed: [Props] = []

    func render(_ props: Props) { printed.append(props) }
}

/// Performs props into a list, one after the other, and reports each.
actor Performer<Props: Equatable & Sendable>: ServiceComponent {
    private(set) var performed: [Props] = []
    private var isBusy = false
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Holds it back, when there is one.
    private let turnstile: @Sendable (Props) async -> Void

    /// Lives as long as the performer.
    private let witness: (any AnyObject & Sendable)?

    init(
        witness: (any AnyObject & Sendable)? = nil,
        turnstile: @escaping @Sendable (Props) async -> Void = { _ in }
    ) {
        self.witness = witness
        self.turnstile = turnstile
    }

    func render(_ props: Props) async {
        precondition(!isBusy, "Props came while others were performed.")
        isBusy = true
        await turnstile(props)
        performed.append(props)
        isBusy = false
        for entry in waiting where entry.count <= performed.count { entry.continuation.resume() }
        waiting.removeAll { $0.count <= performed.count }
    }

    /// Waits until a number of props were performed.
    func performed(_ count: Int) async -> [Props] {
        if performed.count < count {
            await withCheckedContinuation { waiting.append((count, $0)) }
        }
        return performed
    }
}
