// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 7, 8 and 9 for pages and rows that are joined with rows of another collection.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct JoiningLawTests {
    private let recorder = RunRecorder()
    private let diagnostics = DiagnosticRecorder()

    /// Three books; a page and a row about the second, and a page about none.
    private func makeStore() -> StoreOf<Library> {
        var state = Library.State([Book(1, "a"), Book(2, "b", pages: 1_000), Book(3, "c")])
        state.path = [.reader(Reader.Page(2)), .blank(0)]
        state.rows = [Library.Row(id: 10, book: 2), Library.Row(id: 11, book: 3)]
        return Store(initialState: state) { [recorder] in
            Library(recorder)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
    }

    private func take(_ log: EventLog) -> [String] {
        defer { log.removeAll() }
        return log.events
    }

    private func pages(
        of store: StoreOf<Library>
    ) -> RowStores<StackElementID, Library.PageState, Library.PageAction> {
        store.scope(state: \.path, action: \.path, joining: Library.State.pages)
    }

    private func reader(_ id: StackElementID = 0, of store: StoreOf<Library>) -> StoreOf<Reader>? {
        pages(of: store)[id: id]?.scope(case: \.reader, action: \.reader)
    }

    private func rows(of store: StoreOf<Library>) -> RowStores<Int, Library.RowState, Reader.Action> {
        store.scope(state: \.rows, action: \.rows, joining: Library.State.details)
    }

    @Test(arguments: [
        Library.Action.path(.element(id: 0, action: .reader(.rename("x")))),
        .rows(.element(id: 10, action: .rename("x"))), .change { $0.books[id: 2]?.title = "x" },
    ])
    func `observers of a joined page hear of a change of its row, whoever changed it`(
        action: Library.Action
    ) throws {
        let store = makeStore()
        let (page, row) = (reader(of: store), rows(of: store)[id: 10])
        let seen = EventLog()
        let tokens = [
            store.observe(\.books[id: 2]?.title) { seen("parent \($0 ?? "")") },
            try #require(page).observe(\.book.title) { seen("page \($0)") },
            try #require(row).observe(\.reader.book.title) { seen("row \($0)") },
        ]
        #expect(take(seen) == ["parent b", "page b", "row b"])
        store.send(action)
        #expect(take(seen) == ["parent x", "page x", "row x"])
        #expect(page?.book == store.books[id: 2] && row?.reader.book == store.books[id: 2])
        store.send(action)
        #expect(take(seen) == [], "Nothing has changed")
        store.send(.rows(.element(id: 11, action: .rename("y"))))
        #expect(take(seen) == [] && store.books[id: 3]?.title == "y", "Another book")
        #expect(diagnostics.identifiers == [])
        withExtendedLifetime(tokens) {}
    }

    @Test func `the parent finds what a page has changed`() {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .reader(.rename("x")))))
        #expect(store.seen == ["page 0: x"])
        store.send(.path(.element(id: 1, action: .reader(.rename("y")))))
        #expect(store.seen.last == "page 1: none", "A page about no row takes its own actions")
        #expect(store.books.map(\.title) == ["a", "x", "c"])
    }

    @Test(arguments: [
        Library.Action.path(.element(id: 0, action: .reader(.turn))), .rows(.element(id: 10, action: .turn)),
    ])
    func `law 9: the row is changed where it lies, while it is observed`(action: Library.Action) throws {
        let store = makeStore()
        let tokens = [
            try #require(reader(of: store)).observe(\.book.title) { _ in },
            try #require(rows(of: store)[id: 10]).observe(\.reader.book.title) { _ in },
        ]
        store.send(action)
        let before = store.withState { $0.books[id: 2]?.address }
        // One turn: a second copy could get the memory of the first.
        store.send(action)
        #expect(store.withState { $0.books[id: 2]?.address } == before && before != nil)
        #expect(store.withState { $0.books[id: 2]?.pages[0] } == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 9: what a page keeps is changed where it lies`() throws {
        let store = makeStore()
        func address() -> UInt? {
            store.withState { state in
                guard case .reader(let page) = state.path[id: 0] else { return nil }
                return page.notes.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } }
            }
        }
        for _ in 0..<5 { store.send(.path(.element(id: 0, action: .reader(.note)))) }
        let before = address()
        store.send(.path(.element(id: 0, action: .reader(.note))))
        #expect(address() == before && before != nil)
    }

    @Test func `law 7: a page goes with its row, and those above it`() {
        let store = makeStore()
        let token = reader(of: store)?.observe(\.book.title) { _ in }
        store.send(.change { $0.books.remove(id: 2) })
        #expect(store.path.isEmpty && store.rows.ids == [11])
        #expect(diagnostics.identifiers == [])
        store.send(.path(.element(id: 0, action: .reader(.note))))
        #expect(diagnostics.identifiers.count == 1)
        #expect(
            diagnostics.diagnostics.first?.message.contains("Library.PageState with the identifier 0") == true
        )
        withExtendedLifetime(token) {}
    }

    @Test func `law 7: a page about a row that was never there is no page`() {
        var state = Library.State([])
        state.path = [.blank(0), .reader(Reader.Page(7)), .blank(1)]
        state.rows.append(Library.Row(id: 10, book: 7))
        let store = Store(initialState: state) {
            Library()
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        #expect(reader(1, of: store) == nil && rows(of: store)[id: 10] == nil)
        #expect(pages(of: store).map(\.state) == [.blank(0), .blank(1)])
        #expect(rows(of: store).isEmpty)
        store.send(.path(.element(id: 1, action: .reader(.note))))
        #expect(diagnostics.identifiers.count == 1)
        #expect(store.path == [.blank(0)])
    }

    @Test func `a joined page closes by its output`() {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .close)))
        #expect(store.path.isEmpty && store.books.count == 3 && store.seen == ["page 0: b"])
    }

    @Test func `law 8: what runs for a page ends with its row`() async {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .reader(.run))))
        store.send(.rows(.element(id: 11, action: .run)))
        await recorder.isRunning(["b", "c"])
        store.send(.change { $0.books.remove(id: 2) })
        await recorder.isRunning(["c"])
        store.send(.change { $0.books = [] })
        await recorder.isRunning([])
    }

    @Test func `law 8: what runs for a page ends when another has its number`() async {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .reader(.run))))
        await recorder.isRunning(["b"])
        store.send(.change { $0.path = [.reader(Reader.Page(2))] })
        await recorder.isRunning([])
    }

    @Test func `changes of the row by others are answered, and feedbacks follow them`() async {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .reader(.open))))
        store.send(.rows(.element(id: 11, action: .open)))
        await recorder.isRunning(["open b", "open c"])
        store.send(.change { $0.books[id: 2]?.title = "x" })
        await recorder.isRunning(["open c", "open x"])
        #expect(reader(of: store)?.page.notes == ["b → x"])
        #expect(rows(of: store)[id: 10]?.reader.page.notes == ["b → x"])
        #expect(rows(of: store)[id: 11]?.reader.page.notes == [])
        store.send(.rows(.element(id: 11, action: .rename("y"))))
        await recorder.isRunning(["open x", "open y"])
        #expect(rows(of: store)[id: 11]?.reader.page.notes == ["c → y"])
        store.send(.change { $0.books.remove(id: 3) })
        await recorder.isRunning(["open x"])
    }

    @Test func `one change among many visits only those who are joined with it`() throws {
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

    @Test func `the same place leads to the same store, and plain scopes show what is kept`() throws {
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
    func `a mounted reducer changes a joined page as its own reducer does, until the row is gone`()
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
