// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

// Elsewhere Swift Testing cannot start the process that is expected to stop.
#if os(macOS) || os(Linux) || os(Windows)
extension ExitTest.Result {
    /// The last diagnostic of the program before it stopped.
    var complaint: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
#endif
