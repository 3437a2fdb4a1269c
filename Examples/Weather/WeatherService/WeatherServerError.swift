// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a server cannot listen.
package struct WeatherServerError: Error, CustomStringConvertible, Sendable {
    package let description: String

    init(port: UInt16, _ error: any Error) {
        description = "Nobody can listen on port \(port): \(error)."
    }
}
