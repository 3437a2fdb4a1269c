// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryServer

// As Inspecting.swift, of the trait Logging.

func log(_ shop: StoreActor<Int, Bool>, to logger: Int) async {
    await shop.log(to: logger)  // told
    _ = DiagnosticReporter(logger)  // told
    _ = LogSink(logger)  // told
}
