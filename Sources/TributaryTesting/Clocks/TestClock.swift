// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A clock that a test advances.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Timer.State()) { Timer() } dependencies: { $0.clock = clock }
/// await store.send(.start)
/// await clock.advance(by: .seconds(1))
/// await store.receive(\.tick) { $0.seconds = 1 }
/// ```
/// Time moves only when the test advances it. Then sleeping tasks continue in the order of their deadlines, and with equal
/// deadlines in the order in which they began to sleep. Before time moves from one deadline to the next, the effects of test stores
/// with this clock run until none can continue.
public final class TestClock: Clock, Sendable {
    /// A moment of a test clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The moment at a time since the clock was made.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// The moment that comes later by a time.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one moment comes before the other.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    struct Sleeper {
        let number: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    struct State {
        var now: Instant
        var sleepers: [Sleeper] = []
        var last = 0
        var schedulers: [WeakScheduler] = []
        var arrivals: [Arrival] = []
    }

    /// A task that waits until a number of others sleep.
    struct Arrival {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    struct WeakScheduler: Sendable {
        weak let scheduler: EffectScheduler?
    }

    let state: Mutex<State>

    /// A clock that shows a moment; by default the start.
    public init(now: Instant = Instant()) { state = Mutex(State(now: now)) }

    /// The moment that the clock shows.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest step, which is zero.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock has been advanced to a moment.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Not used: a test clock is exact.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        guard deadline > now else { return }
        let scheduler = EffectScheduler.current
        if let scheduler { drive(scheduler) }
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let pause = scheduler?.pauseRunning("a TestClock to be advanced to \(deadline.offset)")
        defer { pause?.end() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                insert(Sleeper(number: number, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            remove(number)?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Lets the effects of a test store come to rest whenever the clock is advanced.
    func drive(_ scheduler: EffectScheduler) {
        scheduler.exploration?.note { progress in
            if !progress.clocks.contains(where: { $0 === self }) { progress.clocks.append(self) }
        }
        state.withLock { state in
            state.schedulers.removeAll { $0.scheduler == nil }
            guard !state.schedulers.contains(where: { $0.scheduler === scheduler }) else { return }
            state.schedulers.append(WeakScheduler(scheduler: scheduler))
        }
    }

    private func insert(_ sleeper: Sleeper) {
        let (outcome, arrived) = state.withLock { state -> (Result<Void, any Error>?, [Arrival]) in
            // Checked here, so that a task that was cancelled meanwhile, or whose deadline has come, is not missed.
            if Task.isCancelled { return (.failure(CancellationError()), []) }
            if sleeper.deadline <= state.now { return (.success(()), []) }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let arrived = state.arrivals.filter { $0.count <= count }
            state.arrivals.removeAll { $0.count <= count }
            return (nil, arrived)
        }
        for arrival in arrived { arrival.continuation.resume() }
        if let outcome { sleeper.continuation.resume(with: outcome) }
    }

    private func remove(_ number: Int) -> Sleeper? {
        state.withLock { state in
            state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
        }
    }
}
