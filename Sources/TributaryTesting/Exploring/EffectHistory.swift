// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The origin of an effect and its steps since then, which identify an effect in flight.
final class EffectHistory: Sendable {
    private struct State {
        var origin: UInt64
        var progress: UInt64 = 0
    }

    private let state: Mutex<State>

    /// - Parameter origin: Its origin, unless `setOrigin` sets a more precise one.
    init(origin: UInt64) { state = Mutex(State(origin: origin)) }

    /// Identifies the effect at its current place.
    var identity: UInt64 { state.withLock { mix($0.origin, $0.progress) } }

    /// Sets its origin.
    func setOrigin(_ origin: UInt64) { state.withLock { $0.origin = origin } }

    /// Notes a step, with the input from outside.
    func note(_ step: UInt64) { state.withLock { $0.progress = mix($0.progress, step) } }
}
