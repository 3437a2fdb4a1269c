// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Receipts
import Testing
import Tributary

@MainActor
@Suite("A printer of receipts")
struct ReceiptsTests {
    let dune = Book(id: "1", title: "Dune")

    @Test func `prints as long as it has paper`() {
        let printer = makeReceiptPrinter(sheets: 1)
        var heard: [ReceiptOutput] = []
        let token = printer.onOutput { heard.append($0) }
        printer.send(.print(dune, borrower: "Ada"))
        #expect(printer.state == 0)
        printer.send(.print(dune, borrower: "Ada"))
        printer.send(.print(dune, borrower: "Ada"))
        #expect(heard == [.printed(line: "Ada: Dune"), .outOfPaper(missed: 1), .outOfPaper(missed: 2)])
        printer.send(.refillPaper)
        #expect(printer.state == 1)
        withExtendedLifetime(token) {}
    }
}
