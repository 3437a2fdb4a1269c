// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The device: its owner holds codes under it, which no parent of the feature can do.
@MainActor
public struct ScannerDevice {
    private let store: StoreOf<Scanner>

    /// Makes the device of a scanner, whatever store that lives in.
    public init(_ store: StoreOf<Scanner>) { self.store = store }

    /// Holds a code under the device.
    public func hold(_ code: String) { store.send(.own(.beam(code))) }

    /// The text of the display.
    public var display: String { store.isOn ? "on, \(store.reads) read" : "off" }
}
