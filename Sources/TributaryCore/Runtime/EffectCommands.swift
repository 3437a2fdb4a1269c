// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the effect runner must do after a change of the ledger.
///
/// The ledger has no other kind of answer, so no command can be forgotten.
package struct EffectCommands: Equatable {
    /// The effects to cancel, in this order.
    package var cancel: [EffectNumber]

    /// The effects that waited for a place and begin now.
    ///
    /// None of them is in `cancel`.
    package var open: [EffectNumber]

    package init(cancel: [EffectNumber] = [], open: [EffectNumber] = []) {
        self.cancel = cancel
        self.open = open
    }
}
