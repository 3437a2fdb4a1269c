// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryLog
import TributaryServer

// As Inspecting.swift, of the trait Metrics.

func measure(_ shop: StoreActor<Int, Bool>, _ log: any Mailbox) async {
    await shop.measure(as: "shop")  // told
    _ = MeasuredLog(log, as: "shop")  // told
}
