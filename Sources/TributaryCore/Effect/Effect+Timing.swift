// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Waits for some time before it does what the effect does.
    ///
    /// The time counts from the action. The wait is a task: it can be cancelled like what it waits for, ends with
    /// the child's state (law 8), and holds the task-local values of the sender, which the effect then inherits.
    ///
    /// - Parameters:
    ///   - duration: How long to wait.
    ///   - clock: The clock that counts.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The later effect.
    public func delay(
        for duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        guard !isNone else { return .none }
        let site = SourceSite(fileID: fileID, line: line)
        return Effect(.delayed(self, EffectTimer(duration, clock: clock, site: site)))
    }

    /// Waits until no newer effect has come under the identifier for some time; the newest is what runs.
    ///
    /// It is `delay` with `cancellable(id:cancelInFlight:)`: a newer effect also cancels the one before when that
    /// has waited long enough and runs. A newer `none` cancels the one before and does nothing. The identifier
    /// belongs to the child that uses it, and cancels what waits as well as what runs.
    ///
    /// - Parameters:
    ///   - id: What the effects have in common, most often a case of a private enum.
    ///   - duration: How long it has to be quiet.
    ///   - clock: The clock that counts.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The debounced effect.
    public func debounce(
        id: some Hashable,
        for duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        delay(for: duration, clock: clock, fileID: fileID, line: line)
            .cancellable(id: id, cancelInFlight: true)
    }

    /// Does at most one effect under the identifier within some time: the first at once.
    ///
    /// It is the beginning of effects that is throttled, not what they send. With `latest`, the newest of the
    /// others begins when the time is over, and then the time counts anew; without, the others are dropped. What
    /// was dropped counts as ended. Cancelling the identifier cancels what runs and what waits, and the time is
    /// over.
    ///
    /// - Parameters:
    ///   - id: What the effects have in common, most often a case of a private enum.
    ///   - duration: The time in which one effect begins.
    ///   - clock: The clock that counts.
    ///   - latest: Whether the newest of those that came too early begins when the time is over.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The throttled effect.
    public func throttle(
        id: some Hashable,
        for duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        latest: Bool = true,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        guard !isNone else { return .none }
        let timer = EffectTimer(duration, clock: clock, site: SourceSite(fileID: fileID, line: line))
        return Effect(.throttled(self, id: AnyHashable(id), timer, latest: latest))
    }
}
