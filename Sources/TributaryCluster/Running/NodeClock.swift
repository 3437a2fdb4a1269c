// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The time since a node began, by the clock that it was given.
struct NodeClock: Sendable {
    let elapsed: @Sendable () -> Duration
    let sleep: @Sendable (_ time: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }
}
