// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPresenting
import TributaryTestSupport

/// Laws 7, 8 and 9 for pages and rows that are joined with rows of another collection.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct JoiningLawTests {
    let recorder = RunRecorder()
    let diagnostics = DiagnosticRecorder()
}

extension JoiningLawTests {
    /// Three books; a page and a row about the second, and a page about none.
    func makeStore() -> StoreOf<Library> {
        var state = Library.State([Book(1, "a"), Book(2, "b", pages: 1_000), Book(3, "c")])
        state.path = [.reader(Reader.Page(2)), .blank(0)]
        state.rows = [Library.Row(id: 10, book: 2), Library.Row(id: 11, book: 3)]
        return Store(initialState: state) { [recorder] in
            Library(recorder)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
    }

    func take(_ log: EventLog) -> [String] {
        defer { log.removeAll() }
        return log.events
    }

    func pages(
        of store: StoreOf<Library>
    ) -> RowStores<StackElementID, Library.PageState, Library.PageAction> {
        store.scope(state: \.path, action: \.path, joining: Library.State.pages)
    }

    func reader(_ id: StackElementID = 0, of store: StoreOf<Library>) -> StoreOf<Reader>? {
        pages(of: store)[id: id]?.scope(case: \.reader, action: \.reader)
    }

    func rows(of store: StoreOf<Library>) -> RowStores<Int, Library.RowState, Reader.Action> {
        store.scope(state: \.rows, action: \.rows, joining: Library.State.details)
    }

    @Test(arguments: [
        Library.Action.path(.element(id: 0, action: .reader(.rename("x")))),
        .rows(.element(id: 10, action: .rename("x"))), .change { $0.books[id: 2]?.title = "x" },
    ])
    func `observers of a joined page are notified of each change of its row`(
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

    @Test func `the parent reads the changes of a page`() {
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
    func `law 9: the row is changed in place, while it is observed`(action: Library.Action) throws {
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

    @Test func `law 9: the kept part of a page is changed in place`() throws {
        let store = makeStore()
        func address() -> UInt? {
            store.withState { state in
                guard case .reader(let page) = state.path[id: 0] else { return nil }
                return page.notes.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } }
            }
        }
        func hasRoom() -> Bool {
            store.withState { state in
                guard case .reader(let page) = state.path[id: 0] else { return true }
                return !page.notes.isEmpty && page.notes.count < page.notes.capacity
            }
        }
        // The capacity is up to the allocator; a full array moves, whatever changes it.
        repeat { store.send(.path(.element(id: 0, action: .reader(.note)))) } while !hasRoom()
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

    @Test func `law 7: a page that cannot be joined is popped`() {
        let store = makeStore()
        store.send(.change { $0.books[id: 2]?.title = "hidden" })
        #expect(reader(of: store) == nil && store.path.count == 2)
        store.send(.path(.pop(from: 0)))
        #expect(store.path.isEmpty && store.books.count == 3)
        #expect(diagnostics.identifiers == [])
        store.send(.path(.pop(from: 0)))
        #expect(diagnostics.identifiers.count == 1, "It is gone")
    }

    @Test func `law 7: a reducer that is mounted on a page does not receive its pop`() throws {
        let store = makeStore()
        let seen = EventLog()
        let token = try #require(pages(of: store)[id: 0]).mount(named: "log") {
            Update { _, action in seen("\(action)") }
        }
        store.send(.path(.element(id: 0, action: .reader(.turn))))
        store.send(.path(.pop(from: 0)))
        #expect(seen.events.count == 1 && store.path.isEmpty)
        #expect(diagnostics.identifiers == [])
        withExtendedLifetime(token) {}
    }

    @Test func `a joined page closes by its output`() {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .close)))
        #expect(store.path.isEmpty && store.books.count == 3 && store.seen == ["page 0: b"])
    }

    @Test func `law 8: effects of a page end with its row`() async {
        let store = makeStore()
        store.send(.path(.element(id: 0, action: .reader(.run))))
        store.send(.rows(.element(id: 11, action: .run)))
        await recorder.isRunning(["b", "c"])
        store.send(.change { $0.books.remove(id: 2) })
        await recorder.isRunning(["c"])
        store.send(.change { $0.books = [] })
        await recorder.isRunning([])
    }

    @Test func `law 8: effects of a page end when another has its number`() async {
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
}
