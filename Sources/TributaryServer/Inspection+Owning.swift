// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import TributaryCore

/// The owner of an inspection that is not looked up again.
private final class Nobody {}

extension Inspection {
    /// An inspection that lasts as long as the store, in addition to others.
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
