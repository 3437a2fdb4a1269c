// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Delays the effect by some time.
    ///
    /// The time counts from the action. The wait is a task: it can be cancelled like the effect that it delays, and
    /// ends with the child's state (law 8). It holds the task-local values of the sender, which the effect then
    /// inherits.
    ///
    /// - Parameters:
    ///   - duration: How long to wait.
    ///   - clock: The clock that counts; without one, it is the dependency `\.clock` where the effect runs.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The delayed effect.
    public func delay(
        for duration: Duration,
        clock: (any Clock<Duration>)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        operation.map { Effect(.delayed($0, EffectTimer(duration, clock, fileID, line))) } ?? self
    }

    /// Runs the effect when no newer effect has come under the identifier for some time.
    ///
    /// It is `delay` with `cancellable(id:cancelInFlight:)`: a newer effect also cancels an earlier one that has
    /// waited long enough and runs. A newer `none` cancels the earlier one and does nothing. The identifier belongs
    /// to the child that uses it, and cancels effects that wait as well as those that run.
    ///
    /// - Parameters:
    ///   - id: The identifier that the effects share, most often a case of a private enum.
    ///   - duration: How long no newer effect may come.
    ///   - clock: The clock that counts; without one, it is the dependency `\.clock` where the effect runs.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The debounced effect.
    public func debounce(
        id: some Hashable,
        for duration: Duration,
        clock: (any Clock<Duration>)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        delay(for: duration, clock: clock, fileID: fileID, line: line)
            .cancellable(id: id, cancelInFlight: true)
    }

    /// Begins at most one effect under the identifier within some time: the first one at once.
    ///
    /// It limits how often effects begin, not how often they send. With `latest`, the newest of the others begins when the time is
    /// over, and the time starts again. Without it, the others are dropped. A dropped effect counts as ended. Cancelling the
    /// identifier cancels running and waiting effects, and ends the time.
    ///
    /// - Parameters:
    ///   - id: The identifier that the effects share, most often a case of a private enum.
    ///   - duration: The time in which one effect begins.
    ///   - clock: The clock that counts; without one, it is the dependency `\.clock` where the effect runs.
    ///   - latest: Whether the newest of the effects that came too early begins when the time is over.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The throttled effect.
    public func throttle(
        id: some Hashable,
        for duration: Duration,
        clock: (any Clock<Duration>)? = nil,
        latest: Bool = true,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        guard let operation else { return self }
        let timer = EffectTimer(duration, clock, fileID, line)
        // The policy limits the windows: one is open at a time. The effect itself may take longer.
        let policy = EffectPolicy.atMost(1, whenFull: latest ? .queueLatest : .refuse)
        return Effect(.limited(operation, id: AnyHashable(id), policy: policy, window: timer))
    }
}

/// A length of time on the clock that an effect names, or on that of its store.
package struct EffectTimer: Sendable {
    let duration: Duration

    /// The clock that counts; `nil` for the dependency where the effect runs.
    let clock: (any Clock<Duration>)?

    /// The line of the program that made it.
    let site: SourceSite

    init(_ duration: Duration, _ clock: (any Clock<Duration>)?, _ fileID: String, _ line: UInt) {
        (self.duration, self.clock) = (duration, clock)
        site = SourceSite(fileID: fileID, line: line)
    }

    /// Begins to count the time, with the dependencies of the store, or of the subtree whose effect waits; returns the wait for the
    /// rest of it.
    func start(in dependencies: Dependencies) -> @Sendable () async throws -> Void {
        func wait(by clock: some Clock<Duration>) -> @Sendable () async throws -> Void {
            // The deadline is set here, on the store's actor, and not when the task begins to sleep. So a test may
            // advance its clock right after the action.
            let deadline = clock.now.advanced(by: duration)
            return { try await clock.sleep(until: deadline, tolerance: nil) }
        }
        let clock: any Clock<Duration> = clock ?? dependencies.clock(at: site)
        return wait(by: clock)
    }
}

extension Effect {
    /// Cancels the effect when it takes too long, and sends an action instead.
    ///
    /// The time counts from the action, and ends when all of the effect has ended: every part of a merge, the last part of a
    /// sequence. Actions that the effect sent before that remain; later actions are dropped. Cancelling the effect cancels the
    /// timeout, too.
    ///
    /// - Parameters:
    ///   - duration: How long the effect may take.
    ///   - clock: The clock that counts; without one, it is the dependency `\.clock` where the effect runs.
    ///   - action: The action to send when the time is over.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect with the limit.
    public func timeout(
        after duration: Duration,
        clock: (any Clock<Duration>)? = nil,
        sending action: Action,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        let timer = EffectTimer(duration, clock, fileID, line)
        return operation.map { Effect(.timed($0, timer, sending: SendOperation(action))) } ?? self
    }
}
