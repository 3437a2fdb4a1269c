// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Scanner
import Tributary

/// What a person sees of a checkout, and can do with it.
@MainActor
public struct CheckoutScreen {
    private let store: StoreOf<Checkout>
    private let scanner: ScannerDevice

    /// Makes the screen of a checkout, whatever store that lives in.
    public init(_ store: StoreOf<Checkout>) {
        self.store = store
        scanner = ScannerDevice(store.scope(state: \.scanner, action: \.own.event.scanner))
    }

    /// Holds a code under the scanner.
    public func hold(_ code: String) { scanner.hold(code) }

    /// Takes what was gathered.
    public func take() { store.send(.own(.take)) }

    /// What the screen shows.
    public var lines: [String] {
        ["scanner \(scanner.display)"] + store.gathered.map { "+ \($0.title)" }
    }
}
