// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Observation
internal import Synchronization

/// Tells whether what is read is tracked, by `withObservationTracking` or a SwiftUI view.
///
/// Reading a property of a store outside of any tracking must leave nothing behind, because what is tracked is
/// compared after every turn. The framework does not say whether it tracks, but it hashes the key path of every
/// access that it registers. So an access to a key path that counts how often it is hashed shows whether it was
/// registered.
@MainActor
enum TrackingProbe {
    static var isTracking: Bool {
        let before = counter.hashes.load(ordering: .relaxed)
        registrar.access(subject, keyPath: path)
        return counter.hashes.load(ordering: .relaxed) != before
    }

    private static let registrar = ObservationRegistrar()
    private static let subject = Subject()
    static let counter = HashCounter()
    private static let path: KeyPath<Subject, Void> = \Subject[counter]

    private final class Subject: Observable {
        subscript(counter: HashCounter) -> Void { () }
    }
}

/// Counts how often it is hashed.
final class HashCounter: Hashable, Sendable {
    let hashes = Atomic(0)

    static func == (left: HashCounter, right: HashCounter) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hashes.add(1, ordering: .relaxed) }
}
