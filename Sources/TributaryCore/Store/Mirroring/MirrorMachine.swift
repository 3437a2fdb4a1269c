// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The machine of a mirror, as the mirror and its scopes see it: the reducers are in the store that is mirrored.
final class MirrorMachine: PartMachine {
    private let shown: any PartMachine
    let dependencies: Dependencies
    private let finishMirrored: @Sendable () async -> Void
    private let flushMirrored: @Sendable () async -> Void

    /// - Parameters:
    ///   - shown: The machine that holds what is shown.
    ///   - dependencies: The dependencies of the reducers.
    ///   - finish: Waits for the effects of the store that is mirrored.
    ///   - flush: Lets its effects that wait begin, and waits for them.
    init(
        _ shown: any PartMachine,
        dependencies: Dependencies,
        finish: @escaping @Sendable () async -> Void,
        flush: @escaping @Sendable () async -> Void
    ) {
        self.shown = shown
        self.dependencies = dependencies
        finishMirrored = finish
        flushMirrored = flush
    }

    var reporter: DiagnosticReporter { shown.reporter }

    var fields: TrackedFields { shown.fields }

    var isReducing: Bool { shown.isReducing }

    func endReading(in phase: MachinePhase) { shown.endReading(in: phase) }

    func makeInbox() -> StoreInbox { shown.makeInbox() }

    func observe(
        in tree: AnyObserverTree,
        retaining scope: AnyObject?,
        _ function: @escaping Observer.Function
    ) -> ObservationToken {
        shown.observe(in: tree, retaining: scope, function)
    }

    // What is mirrored tells of its actions at once, like an observer.
    var isRecorded: Bool { shown.isRecorded }

    func whenCommitted(_ tell: @escaping () -> Void) { shown.whenCommitted(tell) }

    func insert(_ end: StreamEnd) { shown.insert(end) }

    func close(at site: SourceSite?) { shown.close(at: site) }

    // Here something runs for each action that was sent, until it is reduced there and its effects have ended.
    nonisolated(nonsending) func finish() async {
        await shown.finish()
        await finishMirrored()
    }

    nonisolated(nonsending) func flush() async { await flushMirrored() }
}
