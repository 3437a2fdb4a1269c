// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

/// Law 16: what a child borrows from its parent is there once.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct BorrowingLawTests {
    private let recorder = RunRecorder()
    private let diagnostics = DiagnosticRecorder()

    /// Three books; a page, a row and a sheet about the second, and a page about none.
    private func makeStore() -> StoreOf<Library> {
        var state = Library.State([Book(1, "a"), Book(2, "b", pages: 1_000), Book(3, "c")])
        state.path = [.reader(Reader.State(Borrowed(id: 2))), .blank(0)]
        state.rows.append(Library.Row(id: 10, book: 2))
        state.rows.append(Library.Row(id: 11, book: 3))
        state.sheet = Reader.State(Borrowed(id: 2))
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

    private typealias Page = Store<Library.Page, Library.PageAction>

    private func page(_ id: StackElementID = 0, of store: StoreOf<Library>) -> Page? {
        store.scope(state: \.path, action: \.path)[id: id]
    }

    private func reader(_ page: Page?) -> StoreOf<Reader>? { page?.scope(case: \.reader, action: \.reader) }

    private func row(_ id: Int, of store: StoreOf<Library>) -> Store<Library.Row, Reader.Action>? {
        store.scope(state: \.rows, action: \.rows)[id: id]
    }

    private func sheet(of store: StoreOf<Library>) -> StoreOf<Reader>? {
        store.scope(state: \.sheet, action: \.sheet)
    }

    @Test(arguments: [
        Library.Action.path(.element(id: 0, action: .reader(.rename("x")))),
        .rows(.element(id: 10, action: .rename("x"))),
        .sheet(.rename("x")), .change { $0.books[id: 2]?.title = "x" },
    ])
    func `law 16: whoever changes it, all see the one value in the same turn`(action: Library.Action) throws {
        let store = makeStore()
        let (page, row, sheet) = (reader(page(of: store)), row(10, of: store), sheet(of: store))
        let seen = EventLog()
        let tokens = [
            store.observe(\.books[id: 2]?.title) { seen("parent \($0 ?? "")") },
            try #require(page).observe(\.book.title) { seen("page \($0)") },
            try #require(row).observe(\.reader.book.title) { seen("row \($0)") },
            try #require(sheet).observe(\.book.title) { seen("sheet \($0)") },
        ]
        #expect(take(seen) == ["parent b", "page b", "row b", "sheet b"])
        store.send(action)
        #expect(take(seen) == ["parent x", "page x", "row x", "sheet x"])
        #expect(page?.book == store.books[id: 2] && row?.reader.book == store.books[id: 2])
        store.send(action)
        #expect(take(seen) == [], "Nothing has changed")
        store.send(.rows(.element(id: 11, action: .rename("y"))))
        #expect(take(seen) == [] && store.books[id: 3]?.title == "y", "Another book")
        #expect(diagnostics.identifiers == [])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 16: at rest there is no copy that could differ`() {
        let store = makeStore()
        let before = store.path
        store.send(.path(.element(id: 0, action: .reader(.rename("x")))))
        // Equal, because a page at rest holds the identifier alone.
        #expect(store.path[id: 0]?.book == before[id: 0]?.book)
        let text = "\(store.path)"
        #expect(text.contains("id: 2"))
        #expect(store.seen == ["page 0: x"], "The parent finds what the page changed")
        let page = store.path[id: 0].flatMap { store.state.lending(to: $0) }
        #expect(page?.book?.wrappedValue == store.books[id: 2])
        #expect(store.state.lending(to: Library.Page.reader(Reader.State(Borrowed(id: 9)))) == nil)
    }

    @Test func `law 16: a copy that gets back into the tree shows what there is`() {
        let store = makeStore()
        let copy = reader(page(of: store))?.state
        #expect(copy?.book.title == "b")
        store.send(.change { $0.books[id: 2]?.title = "x" })
        store.send(.change { [copy] state in if let copy { state.path = [.reader(copy)] } })
        #expect(reader(page(of: store))?.book.title == "x")
        store.send(.path(.element(id: 0, action: .reader(.note))))
        #expect(reader(page(of: store))?.notes == ["x"])
    }

    @Test(arguments: [
        Library.Action.path(.element(id: 0, action: .reader(.turn))), .rows(.element(id: 10, action: .turn)),
        .sheet(.turn),
    ])
    func `law 9: it is changed where it lies, while it is observed`(action: Library.Action) throws {
        let store = makeStore()
        let tokens = [
            try #require(reader(page(of: store))).observe(\.book.title) { _ in },
            try #require(row(10, of: store)).observe(\.reader.book.title) { _ in },
            try #require(sheet(of: store)).observe(\.book.title) { _ in },
        ]
        store.send(action)
        let before = store.withState { $0.books[id: 2]?.address }
        store.send(contentsOf: [action, action])
        #expect(store.withState { $0.books[id: 2]?.address } == before && before != nil)
        #expect(store.withState { $0.books[id: 2]?.pages[0] } == 3)
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 16: a page goes with its row, and those above it; a sheet is absent`() {
        let store = makeStore()
        let sheet = sheet(of: store)
        #expect(sheet != nil)
        store.send(.change { $0.books.remove(id: 2) })
        #expect(store.path.isEmpty && store.rows.ids == [11])
        #expect(self.sheet(of: store) == nil && store.sheet != nil)
        #expect(diagnostics.identifiers == [])
        store.send(.sheet(.note))
        store.send(.path(.element(id: 0, action: .reader(.note))))
        #expect(diagnostics.identifiers == [.lentStateGone, .absentChild])
        #expect(diagnostics.diagnostics[0].message.contains("Reader.State at "))
    }

    @Test func `law 16: a page about a row that was never there is no page`() {
        var state = Library.State([])
        state.path = [.blank(0), .reader(Reader.State(Borrowed(id: 7))), .blank(1)]
        state.rows.append(Library.Row(id: 10, book: 7))
        let store = Store(initialState: state) {
            Library()
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        #expect(page(1, of: store) == nil && row(10, of: store) == nil)
        #expect(store.scope(state: \.path, action: \.path).map(\.state) == [.blank(0), .blank(1)])
        #expect(store.scope(state: \.rows, action: \.rows).isEmpty)
        store.send(.path(.element(id: 1, action: .reader(.note))))
        #expect(diagnostics.identifiers == [.lentStateGone])
        #expect(store.path == [.blank(0)])
    }

    @Test func `law 8: what runs for a page ends with the row that it borrows`() async {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .reader(.run))))
        store.send(.rows(.element(id: 11, action: .run)))
        store.send(.change { $0.sheet = Reader.State(Borrowed(id: 1)) })
        store.send(.sheet(.run))
        await recorder.isRunning(["a", "b", "c"])
        store.send(.change { $0.books.remove(id: 2) })
        await recorder.isRunning(["a", "c"])
        store.send(.change { $0.books.remove(id: 1) })
        await recorder.isRunning(["c"])
        store.send(.change { $0.books = [] })
        await recorder.isRunning([])
    }

    @Test func `law 16: changes by others are answered, and feedbacks follow them`() async {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .reader(.open))))
        store.send(.rows(.element(id: 11, action: .open)))
        await recorder.isRunning(["open b", "open c"])
        store.send(.change { $0.books[id: 2]?.title = "x" })
        await recorder.isRunning(["open c", "open x"])
        #expect(reader(page(of: store))?.notes == ["b → x"] && row(10, of: store)?.reader.notes == ["b → x"])
        #expect(row(11, of: store)?.reader.notes == [] && sheet(of: store)?.notes == ["b → x"])
        store.send(.rows(.element(id: 11, action: .rename("y"))))
        await recorder.isRunning(["open x", "open y"])
        #expect(row(11, of: store)?.reader.notes == ["c → y"])
        store.send(.change { $0.books.remove(id: 3) })
        await recorder.isRunning(["open x"])
    }

    @Test func `law 16: one change among many visits only those who borrow it`() throws {
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
        let rows = store.scope(state: \.rows, action: \.rows)
        let tokens = rows.map { row in
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
        // The row borrows something else: so is it visited with that from now on.
        store.send(.change { $0.rows[id: 850] = Library.Row(id: 850, book: 151) })
        #expect(Set(take(seen)) == ["151"])
        store.send(.change { $0.books[id: 151]?.title = "w" })
        #expect(Set(take(seen)) == ["w"])
        store.send(.change { $0.books[id: 150]?.title = "v" })
        #expect(take(seen) == [])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 16: the same actions give the same state, as a journal replays them`() throws {
        let store = makeStore()
        var state = store.state
        let actions: [Library.Action] = [
            .path(.element(id: 0, action: .reader(.rename("x")))), .rows(.element(id: 11, action: .turn)),
            .sheet(.rename("y")), .change { $0.books.remove(id: 3) }, .sheet(.note),
        ]
        store.send(contentsOf: actions)
        Library().reduce(into: &state, actions: actions)
        #expect(store.state == state && state.rows.ids == [10])
        // A snapshot has the identifier alone, and so is whatever is read from it.
        let text = try JSONEncoder().encode(state.sheet)
        #expect(try JSONDecoder().decode(Reader.State?.self, from: text) == state.sheet)
        let own = Borrowed(Book(5, "own"))
        #expect(try JSONDecoder().decode(Borrowed<Book>.self, from: JSONEncoder().encode(own)) == own)
    }

    @Test func `law 16: a feature has a value of its own where nobody lends`() throws {
        let store = Store(initialState: Reader.State(Borrowed(Book(5, "own")))) { Reader() }
        store.send(.rename("x"))
        #expect(store.book.title == "x" && store.notes == ["own → x"] && store.$book.id == 5)
    }

    @Test func `law 16: a child with a value of its own keeps it in a parent that lends`() {
        let store = makeStore()
        store.send(.change { $0.path = [.reader(Reader.State(Borrowed(Book(2, "own"))))] })
        store.send(.path(.element(id: 0, action: .reader(.rename("x")))))
        #expect(reader(page(of: store))?.book.title == "x" && store.books[id: 2]?.title == "b")
    }

    @Test func `law 16: a mirror shows what is borrowed`() async throws {
        var state = Library.State([Book(1, "a")])
        state.path = [.reader(Reader.State(Borrowed(id: 1)))]
        let actor = StoreActor(initialState: state) { Library() }
        let mirror = await Store(mirroring: actor)
        #expect(reader(page(of: mirror))?.book.title == "a")
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `law 16: reading what is not lent stops the program with a diagnostic`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Reader.State(Borrowed(id: 1)).book
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("TRIBUTARY-045"))
    }

    @Test func `law 16: giving away what is borrowed stops the program with a diagnostic`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var state = Library.State([Book(1)])
            state.sheet = Reader.State(Borrowed(id: 1))
            _ = Library().reduce(into: &state, action: .sheet(.lose))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("TRIBUTARY-046"))
    }
    #endif
}
