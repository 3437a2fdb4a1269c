// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Logging || Metrics
import TributaryCore

/// Whoever looks on and is never asked for again.
private final class Nobody {}

extension Inspection {
    /// What looks on for as long as the store is there, beside others.
    init(
        reduced: @escaping (InspectedAction<Action>, State) -> Void,
        committed: @escaping () -> Void = {},
        effect: @escaping (EffectEvent, Int?) -> Void = { _, _ in },
        closed: @escaping () -> Void
    ) {
        self.init(owner: Nobody(), reduced: reduced, committed: committed, effect: effect, closed: closed)
    }
}
#endif
