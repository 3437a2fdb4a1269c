// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Checkout
import Domain
import Testing
import Tributary

@MainActor
@Suite("A checkout")
struct CheckoutTests {
    let dune = Book(id: "1", title: "Dune")

    @Test func `translates the outputs of its scanner`() {
        let store = Store(initialState: Checkout.State()) {
            Checkout()
        } dependencies: {
            $0.holdings = Holdings([dune])
        }
        let screen = CheckoutScreen(store)
        let module = Module(store, input: \.input, output: \.output)
        var heard: [Checkout.Action.Output] = []
        let token = module.onOutput { heard.append($0) }
        screen.hold("1")
        module.send(.begin)
        screen.hold("1")
        screen.hold("?")
        screen.hold("?")
        #expect(screen.lines == ["scanner on, 3 read", "+ Dune"])
        screen.take()
        #expect(heard == [.unknown(code: "?"), .unknown(code: "?"), .taken([dune])])
        #expect(screen.lines == ["scanner off"])
        withExtendedLifetime(token) {}
    }
}
