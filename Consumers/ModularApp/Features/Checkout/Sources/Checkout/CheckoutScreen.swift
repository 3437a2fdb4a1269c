// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Scanner
import Tributary

/// The screen of a checkout.
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

    /// Takes the gathered books.
    public func take() { store.send(.own(.take)) }

    /// The lines of the screen.
    public var lines: [String] {
        ["scanner \(scanner.display)"] + store.gathered.map { "+ \($0.title)" }
    }
}
