// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Scanner
import Testing
import Tributary

@MainActor
@Suite("A scanner")
struct ScannerTests {
    let store = Store(initialState: Scanner.State()) { Scanner() }

    @Test func `reads while it is on, and emits the same code twice in a row`() {
        let module = Module(store, input: \.input, output: \.output)
        let device = ScannerDevice(store)
        var heard: [Scanner.Action.Output] = []
        let token = module.onOutput { heard.append($0) }
        device.hold("1")
        #expect(device.display == "off")
        module.send(.switchOn)
        device.hold("1")
        device.hold("1")
        #expect(heard == [.read(code: "1"), .read(code: "1")])
        #expect(device.display == "on, 2 read")
        module.send(.switchOff)
        device.hold("1")
        #expect(heard.count == 2)
        withExtendedLifetime(token) {}
    }
}
