// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Search
import Testing
import Tributary

@MainActor
@Suite("A search")
struct SearchTests {
    struct Offline: Error, CustomStringConvertible { let description = "offline" }

    func makeStore(_ finder: BookFinder) -> StoreOf<Search> {
        Store(initialState: Search.State()) {
            Search()
        } dependencies: {
            $0.bookFinder = finder
        }
    }

    @Test func `finds the typed text, and emits the picked book, twice in a row too`() async {
        let store = makeStore(BookFinder { [Book(id: "1", title: $0)] })
        let screen = SearchScreen(store)
        let module = Module(store, input: \.input, output: \.output)
        var heard: [Search.Action.Output] = []
        let token = module.onOutput { heard.append($0) }
        await screen.type("Dune").finish()
        #expect(screen.lines == ["1. Dune"])
        screen.pick(2)
        screen.pick(1)
        screen.pick(1)
        #expect(heard == Array(repeating: .chosen(Book(id: "1", title: "Dune")), count: 2))
        module.send(.begin)
        #expect(screen.lines.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `shows why nothing could be found`() async {
        let screen = SearchScreen(makeStore(BookFinder { _ in throw Offline() }))
        await screen.type("Dune").finish()
        #expect(screen.lines == ["search failed: offline"])
    }

    @Test func `drops the answer to another person's text`() async {
        let (answers, continuation) = AsyncStream.makeStream(of: [Book].self)
        let store = makeStore(
            BookFinder { _ in
                for await books in answers { return books }
                return []
            }
        )
        let screen = SearchScreen(store)
        let search = screen.type("Dune")
        #expect(screen.lines == ["searching for “Dune”"])
        store.send(.input(.begin))
        continuation.yield([Book(id: "1", title: "Dune")])
        await search.finish()
        #expect(screen.lines.isEmpty)
    }
}
