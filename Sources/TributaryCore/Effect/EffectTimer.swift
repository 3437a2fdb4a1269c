// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A length of time on an injected clock.
@usableFromInline
struct EffectTimer: Sendable {
    private let begin: @Sendable () -> @Sendable () async throws -> Void

    /// Where the program asked for it.
    let site: SourceSite

    init(_ duration: Duration, clock: some Clock<Duration>, site: SourceSite) {
        self.site = site
        begin = {
            // The deadline is set here, on the store's actor, and not when the task begins to sleep. So a test may
            // advance its clock right after the action.
            let deadline = clock.now.advanced(by: duration)
            return { try await clock.sleep(until: deadline, tolerance: nil) }
        }
    }

    /// Begins to count the time.
    ///
    /// The closure that it returns waits for the rest of it.
    func start() -> @Sendable () async throws -> Void { begin() }
}
