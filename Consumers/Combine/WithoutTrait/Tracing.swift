// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryServer

// As Inspecting.swift, of the trait Tracing.

func trace(_ shop: StoreActor<Int, Bool>) async throws {
    try await shop.trace(true, as: "order")  // told
    var dependencies = Dependencies()
    dependencies.carryContext()  // told
}
