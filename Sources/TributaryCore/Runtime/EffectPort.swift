// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What running effects know of their machine: on which actor it is, and where complaints go.
final class EffectPort: Sendable {
    private struct Owner {
        weak var actor: (any Actor)?
    }

    private let owner = Mutex(Owner())
    let reporter: DiagnosticReporter

    init(reporter: DiagnosticReporter) { self.reporter = reporter }

    /// The actor that owns the machine, while there is one.
    ///
    /// Not retained: effects do not keep a store alive.
    var actor: (any Actor)? {
        get { owner.withLock { $0.actor } }
        set { owner.withLock { $0.actor = newValue } }
    }
}
