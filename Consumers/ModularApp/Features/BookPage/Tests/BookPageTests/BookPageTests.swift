// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import BookPage
import Domain
import Testing
import Tributary

@MainActor
@Suite("The page of a book")
struct BookPageTests {
    let book = Book(id: "1", title: "Dune")

    @Test func `requests its book as long as that is allowed, and emits when it is left`() {
        let store = Store(initialState: BookPage.State(of: book)) { BookPage() }
        let screen = BookPageScreen(store)
        let module = Module(store, input: \.input, output: \.output)
        var heard: [BookPage.Action.Output] = []
        let token = module.onOutput { heard.append($0) }
        screen.borrow()
        screen.borrow()
        module.send(.mayBorrow(false))
        screen.borrow()
        screen.close()
        #expect(heard == [.wanted(book), .wanted(book), .closed("1")])
        #expect(screen.lines == ["“Dune” (not now), asked for 2×"])
        withExtendedLifetime(token) {}
    }
}
