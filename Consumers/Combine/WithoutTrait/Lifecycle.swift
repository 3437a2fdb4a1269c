// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryServer

// As Inspecting.swift, of the trait Lifecycle.

func end(_ shop: StoreActor<Int, Bool>) {
    _ = ShutdownService {}  // told
    _ = ShutdownService(shop)  // told
}
