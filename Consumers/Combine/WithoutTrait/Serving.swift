// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryLog
import TributaryServer

// As Inspecting.swift, of the trait Server.

func log(_ shop: StoreActor<Int, Bool>, to logger: Int) async {
    await shop.log(to: logger)  // told
    _ = DiagnosticReporter(logger)  // told
}

func measure(_ shop: StoreActor<Int, Bool>, _ log: any Mailbox) async {
    await shop.measure(as: "shop")  // told
    _ = MeasuredLog(log, as: "shop")  // told
}

func trace(_ shop: StoreActor<Int, Bool>) async throws {
    try await shop.trace(true, as: "order")  // told
    var dependencies = Dependencies()
    dependencies.carryContext()  // told
}

func end(_ shop: StoreActor<Int, Bool>) {
    _ = ShutdownService {}  // told
    _ = ShutdownService(shop)  // told
}
