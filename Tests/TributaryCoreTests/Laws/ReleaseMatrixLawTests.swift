// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 11: nothing is left of a store and its effects, whatever its kind, its effect and its end.
///
/// Nothing is sent afterwards: an object that only the next action releases counts as retained.
@Suite(.timeLimit(.minutes(30)))
struct ReleaseMatrixLawTests {}

extension ReleaseMatrixLawTests {
    enum Kind: CaseIterable {
        case machine, store, storeActor, scope, mirror, mirrorOfPart
    }

    enum End: CaseIterable {
        case closed, released
        /// Before the tasks of its effects have begun.
        case closedAtOnce, releasedAtOnce
    }

    /// The objects that are retained until the store ends, and the gate of its effects.
    private struct Setting {
        let objects = LiveObjects()
        let clock = ManualClock()
        let gate = Gate()
        let diagnostics = DiagnosticRecorder()

        @Sendable func reduce(_ log: inout [String], _ action: String, as shape: HeldEffectShape) -> Effect<
            String
        > {
            log.append(action)
            return action.hasPrefix("begin") ? shape.effect(holding: objects.make(), clock, gate) : .none
        }

        /// Waits until the effects do.
        func wait(for shape: HeldEffectShape) async {
            if shape.waitsOnClock { await clock.sleepers(1) } else { await gate.arrival() }
        }
    }

    /// A weak reference that may be kept in an array.
    private struct Witness {
        weak var object: (any AnyObject & Sendable)?
    }

    @Test(arguments: Kind.allCases, End.allCases)
    func `law 11: nothing is left of an effect in any operator`(kind: Kind, end: End) async {
        for shape in HeldEffectShape.allCases {
            let setting = Setting()
            let witnesses = await use(kind, shape, until: end, setting)
            await setting.objects.allReleased()
            #expect(witnesses.allSatisfy { $0.object == nil }, "\(shape)")
        }
    }

    /// Makes a store, starts effects in it, and ends it.
    private func use(
        _ kind: Kind,
        _ shape: HeldEffectShape,
        until end: End,
        _ setting: Setting
    ) async -> [Witness] {
        let object = setting.objects.make()
        let reduce: @Sendable (inout [String], String) -> Effect<String> = { log, action in
            withExtendedLifetime(object) { setting.reduce(&log, action, as: shape) }
        }
        switch kind {
        case .machine: return await use(.machine, reduce, shape, until: end, setting)
        case .store: return await use(.store, reduce, shape, until: end, setting)
        case .storeActor: return await use(.storeActor, reduce, shape, until: end, setting)
        case .scope: return await useScope(reduce, shape, until: end, setting)
        case .mirror: return await useMirror(reduce, shape, of: \.self, until: end, setting)
        case .mirrorOfPart: return await useMirror(reduce, shape, of: \.first, until: end, setting)
        }
    }

    private func use(
        _ kind: StoreKind,
        _ reduce: @escaping @Sendable (inout [String], String) -> Effect<String>,
        _ shape: HeldEffectShape,
        until end: End,
        _ setting: Setting
    ) async -> [Witness] {
        let store = await kind.log(reporter: setting.diagnostics.reporter, reduce: reduce)
        for action in ["begin", "begin again", "other"] { await store.send(action) }
        if end == .closed || end == .released { await setting.wait(for: shape) }
        if end == .closed || end == .closedAtOnce { await store.close() }
        return [Witness(object: store.object)]
    }

    @MainActor
    private func useScope(
        _ reduce: @escaping @Sendable (inout [String], String) -> Effect<String>,
        _ shape: HeldEffectShape,
        until end: End,
        _ setting: Setting
    ) async -> [Witness] {
        let store = Store(initialState: [String]()) {
            Reduce(reduce)
        } dependencies: {
            $0.diagnosticReporter = setting.diagnostics.reporter
        }
        let scope = store.scope(state: \.first)
        for action in ["begin", "begin again", "other"] { scope.send(action) }
        if end == .closed || end == .released { await setting.wait(for: shape) }
        if end == .closed || end == .closedAtOnce { store.close() }
        return [Witness(object: store), Witness(object: scope)]
    }

    @MainActor
    private func useMirror<Part: Equatable & Sendable>(
        _ reduce: @escaping @Sendable (inout [String], String) -> Effect<String>,
        _ shape: HeldEffectShape,
        of part: any KeyPath<[String], Part> & Sendable,
        until end: End,
        _ setting: Setting
    ) async -> [Witness] {
        let remote = StoreActor(initialState: [String]()) {
            Reduce(reduce)
        } dependencies: {
            $0.diagnosticReporter = setting.diagnostics.reporter
        }
        let mirror = await Store(mirroring: remote, state: part)
        for action in ["begin", "begin again", "other"] { mirror.send(action) }
        if end == .closed || end == .released { await setting.wait(for: shape) }
        // The mirror alone: closing it must release the mirrored store.
        if end == .closed || end == .closedAtOnce { mirror.close() }
        return [Witness(object: remote), Witness(object: mirror)]
    }
}

/// Each operator of effects around work that never ends by itself.
private enum HeldEffectShape: CaseIterable {
    case run, caught, stream, delay, debounce, throttle, throttleFirst, timeout, retry, queue,
        atMost
    case oldestWins, cancellable, cancelInFlight, concatenate, merge, map, nested

    /// Whether the effect waits for its time, and not at the gate.
    var waitsOnClock: Bool {
        switch self {
        case .delay, .debounce, .retry, .nested: true
        default: false
        }
    }

    func effect(holding object: any AnyObject & Sendable, _ clock: ManualClock, _ gate: Gate) -> Effect<
        String
    > {
        let second = Duration.seconds(1)
        let work = Effect<String>.run { _ in
            try await gate.wait()
            withExtendedLifetime(object) {}
        }
        switch self {
        case .run: return work
        case .caught:
            return .run { _ in
                try await gate.wait()
            } catch: { _, _ in
                withExtendedLifetime(object) {}
            }
        case .stream:
            let elements = AsyncStream<String> {
                try? await gate.wait()
                withExtendedLifetime(object) {}
                return nil
            }
            return .stream({ elements }) { $0 }
        case .delay: return work.delay(for: second, clock: clock)
        case .debounce: return work.debounce(id: "work", for: second, clock: clock)
        case .throttle: return work.throttle(id: "work", for: second, clock: clock)
        case .throttleFirst: return work.throttle(id: "work", for: second, clock: clock, latest: false)
        case .timeout: return work.timeout(after: second, clock: clock, sending: "late")
        case .retry:
            return .run { _ in
                try withExtendedLifetime(object) { throw CancelledByTest() }
            }
            .retry(.constant(attempts: 2, delay: second), clock: clock)
        case .queue: return work.cancellable(id: "work", policy: .queue)
        case .atMost: return work.cancellable(id: "work", policy: .atMost(1, whenFull: .cancelOldest))
        case .oldestWins: return work.cancellable(id: "work", policy: .oldestWins)
        case .cancellable: return work.cancellable(id: ObjectIdentifier(object))
        case .cancelInFlight: return work.cancellable(id: "work", cancelInFlight: true)
        case .concatenate: return .concatenate(work, work.delay(for: second, clock: clock))
        case .merge: return .merge(work, work.delay(for: second, clock: clock))
        case .map: return work.map { action in withExtendedLifetime(object) { action } }
        case .nested:
            return .concatenate(.merge(work.retry(.constant(attempts: 2)), .none), work)
                .timeout(after: second, clock: clock, sending: "late")
                .cancellable(id: "work", policy: .queue)
                .map { action in withExtendedLifetime(object) { action } }
                .debounce(id: "all", for: second, clock: clock)
                .delay(for: second, clock: clock)
        }
    }

    private struct CancelledByTest: Error {}
}
