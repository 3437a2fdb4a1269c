// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The state of the sky.
package enum Sky: String, Codable, CaseIterable, Sendable {
    case clear, clouds, fog, rain, snow, storm
}
