// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPresenting
import TributaryTestSupport

/// The rows that a joined collection visits, and the removal of those that are not returned.
extension JoiningLawTests {
    @Test func `one change among many visits only the pages joined with it`() throws {
        let store = makeStore()
        store.send(
            .change { state in
                for id in 100..<200 {
                    state.books.append(Book(id, "\(id)"))
                    state.rows.append(Library.Row(id: 1_000 - id, book: id))
                }
            }
        )
        let seen = EventLog()
        let tokens = rows(of: store).map { row in
            row.observe { state in
                let title = state.reader.book.title
                seen(title)
                return title
            } onChange: { _ in
            }
        }
        store.send(.change { $0.books[id: 150]?.title = "x" })
        seen.removeAll()
        store.send(.change { $0.books[id: 150]?.title = "y" })
        #expect(Set(take(seen)) == ["y"])
        store.send(.rows(.element(id: 850, action: .rename("z"))))
        #expect(Set(take(seen)) == ["z"])
        // The row is joined with something else: so is it visited with that from now on.
        store.send(.change { $0.rows[id: 850] = Library.Row(id: 850, book: 151) })
        #expect(Set(take(seen)) == ["151"])
        store.send(.change { $0.books[id: 151]?.title = "w" })
        #expect(Set(take(seen)) == ["w"])
        store.send(.change { $0.books[id: 150]?.title = "v" })
        #expect(take(seen) == [])
        store.send(.change { _ in })
        #expect(take(seen) == [])
        withExtendedLifetime(tokens) {}
    }

    @Test func `a row that is not given back is removed, and its page goes`() {
        struct Feature: Reducer {
            struct State {
                var books: IdentifiedArrayOf<Book> = [Book(1), Book(2)]; var path: Stack<Int> = [1, 2]
            }
            enum Action: CasePathable {
                case path(StackAction<Int, Bool>)
                struct AllCasePaths {
                    var path: CasePath<Action, StackAction<Int, Bool>> {
                        CasePath(embed: Action.path) {
                            if case .path(let action) = $0 { action } else { nil }
                        }
                    }
                }
                static var allCasePaths: AllCasePaths { AllCasePaths() }
            }
            struct Joined { var number: Int; var book: Book? }
            var body: some Reducer<State, Action> {
                EmptyReducer().forEach(
                    stack: \.path,
                    action: \.path,
                    joining: Join(\.books, on: { $0 }) {
                        Joined(number: $0, book: $1)
                    } separating: {
                        ($0.number, $0.book)
                    }
                ) {
                    Update { (state: inout Joined, isRemoving: Bool) in if isRemoving { state.book = nil } }
                }
            }
        }
        let store = Store(initialState: Feature.State()) { Feature() }
        store.send(.path(.element(id: 0, action: false)))
        #expect(store.books.ids == [1, 2] && store.path.count == 2)
        store.send(.path(.element(id: 1, action: true)))
        #expect(store.books.ids == [1] && store.path.ids == [0])
    }

    @Test func `a computed collection is never seen without the row`() {
        struct Feature: Reducer {
            struct State {
                var stored: IdentifiedArrayOf<Book> = [Book(1), Book(2)]
                var least = 2
                var path: Stack<Int> = [1]
                var books: IdentifiedArrayOf<Book> {
                    get { stored }
                    set {
                        stored = newValue
                        least = min(least, newValue.count)
                    }
                }
            }
            enum Action: CasePathable {
                case path(StackAction<Int, String>)
                struct AllCasePaths {
                    var path: CasePath<Action, StackAction<Int, String>> {
                        CasePath(embed: Action.path) {
                            if case .path(let action) = $0 { action } else { nil }
                        }
                    }
                }
                static var allCasePaths: AllCasePaths { AllCasePaths() }
            }
            struct Joined { var number: Int; var book: Book }
            var body: some Reducer<State, Action> {
                EmptyReducer().forEach(
                    stack: \.path,
                    action: \.path,
                    joining: Join(\.books, on: { $0 }) { number, book in
                        book.map { Joined(number: number, book: $0) }
                    } separating: {
                        ($0.number, $0.book)
                    }
                ) {
                    Update { (state: inout Joined, title: String) in state.book.title = title }
                }
            }
        }
        let store = Store(initialState: Feature.State()) { Feature() }
        store.send(.path(.element(id: 0, action: "x")))
        #expect(store.books[id: 1]?.title == "x" && store.least == 2)
    }

    @Test func `the same actions give the same state, as a journal replays them`() {
        let store = makeStore()
        var state = store.state
        let actions: [Library.Action] = [
            .path(.element(id: 0, action: .reader(.rename("x")))), .rows(.element(id: 11, action: .turn)),
            .change { $0.books.remove(id: 3) }, .rows(.element(id: 10, action: .note)),
        ]
        store.send(contentsOf: actions)
        Library().reduce(into: &state, actions: actions)
        #expect(store.state == state && state.rows.ids == [10])
    }

    @Test func `the same place leads to the same store, and plain scopes show the kept part`() throws {
        let store = makeStore()
        let page = try #require(pages(of: store)[id: 0])
        #expect(page === pages(of: store)[id: 0])
        let plain = store.scope(state: \.path)
        #expect(plain.state == [.reader(Reader.Page(2)), .blank(0)])
        page.send(.reader(.rename("x")))
        #expect(
            plain.state[id: 0]
                == .reader(
                    store.state.path[id: 0].flatMap { _ in
                        var kept = Reader.Page(2)
                        kept.notes = ["b → x"]
                        return kept
                    } ?? Reader.Page(0)
                )
        )
    }

    @Test
    func `a mounted reducer changes a joined page like its own reducer, until the row is removed`()
        throws
    {
        let store = makeStore()
        let page = try #require(reader(of: store))
        let mounted = page.mount {
            Update { (state: inout Reader.State, action: Reader.Action) in
                if case .turn = action { state.book.title += "+" }
            }
        }
        page.send(.turn)
        #expect(store.books[id: 2]?.title == "b+" && store.books[id: 2]?.pages[0] == 1)
        store.send(.change { $0.books = [] })
        #expect(store.path.isEmpty)
        mounted.cancel()
    }

    @Test func `a mirror shows joined pages`() async {
        var state = Library.State([Book(1, "a")])
        state.path = [.reader(Reader.Page(1))]
        let actor = StoreActor(initialState: state) { Library() }
        let mirror = await Store(mirroring: actor)
        #expect(reader(of: mirror)?.book.title == "a")
        await actor.close()
    }
}
