// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a change of the ledger asks of those who perform effects: the only kind of answer, so that none is left out.
package struct EffectCommands: Equatable {
    /// The effects to be cancelled, in the order in which they are.
    package var cancel: [EffectNumber]

    /// The effects that waited for a place and begin now; none of them is to be cancelled.
    package var open: [EffectNumber]

    package init(cancel: [EffectNumber] = [], open: [EffectNumber] = []) {
        self.cancel = cancel
        self.open = open
    }
}
