// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A length of time on a clock that was injected.
@usableFromInline
struct EffectTimer: Sendable {
    private let begin: @Sendable () -> @Sendable () async throws -> Void

    /// Where the program asked for it.
    let site: SourceSite

    init(_ duration: Duration, clock: some Clock<Duration>, site: SourceSite) {
        self.site = site
        begin = {
            // The deadline is set here, on the store's actor, and not when a task gets to sleep: what a test's
            // clock does right after the action is not missed.
            let deadline = clock.now.advanced(by: duration)
            return { try await clock.sleep(until: deadline, tolerance: nil) }
        }
    }

    /// Begins to count the time; what it returns waits for the rest of it.
    func start() -> @Sendable () async throws -> Void { begin() }
}
