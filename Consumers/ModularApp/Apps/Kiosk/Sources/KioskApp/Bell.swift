// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// Rings once for every member who comes, and falls silent with the kiosk.
@MainActor
final class Bell: @MainActor Service {
    private(set) var rings = 0
    private(set) var isSilent = false

    func detail(of state: Kiosk.State) -> String? { state.member?.card }

    func stateChanged(
        from old: String?,
        to new: String?,
        store: StoreHandle<Kiosk.State, Kiosk.Action>
    ) {
        if new != nil { rings += 1 }
    }

    func stop(store: StoreHandle<Kiosk.State, Kiosk.Action>) { isSilent = true }
}
