// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 16 together with what else a reducer is made of.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct LendingLawTests {
    private func makeDesk() -> StoreOf<Study> {
        var state = Study.State(volumes: [
            Volume(id: 1, chapters: [Chapter(id: 1, text: "a"), Chapter(id: 2, text: "b")])
        ])
        state.desk.slips = [Slip(id: 10, chapter: Borrowed(id: 1)), Slip(id: 20, chapter: Borrowed(id: 2))]
        return Store(initialState: state) { Study() }
    }

    private func text(_ chapter: Int, of store: StoreOf<Study>) -> String? {
        store.volumes[id: 1]?.chapters[id: chapter]?.text
    }

    @Test func `law 16: what is borrowed is lent on, to rows that borrow a part of it`() throws {
        let store = makeDesk()
        let desk = store.scope(state: \.desk)
        let slip = try #require(desk.scope(state: \.slips, action: \.slips)[id: 20])
        let seen = EventLog()
        let tokens = [
            slip.observe(\.chapter.text) { seen("slip \($0)") },
            desk.observe(\.volume.chapters[id: 2]?.text) { seen("desk \($0 ?? "")") },
            store.observe(\.volumes[id: 1]?.chapters[id: 2]?.text) { seen("study \($0 ?? "")") },
        ]
        seen.removeAll()
        slip.send(.write("x"))
        #expect(text(2, of: store) == "x" && Set(seen.events) == ["slip x", "desk x", "study x"])
        seen.removeAll()
        store.send(.change { $0.volumes[id: 1]?.chapters[id: 2]?.text = "y" })
        #expect(Set(seen.events) == ["slip y", "desk y", "study y"])
        // Whoever wrote it, the slip's own `onChange` has seen it.
        #expect(slip.notes == ["b → x", "x → y"] && desk.slips[id: 10]?.notes == [])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 16: what goes takes what borrows a part of it`() {
        let store = makeDesk()
        store.send(.change { $0.volumes[id: 1]?.chapters.remove(id: 1) })
        #expect(store.desk.slips.ids == [20])
        store.send(.slips(.element(id: 20, action: .write("z"))))
        #expect(text(2, of: store) == "z")
        let recorder = DiagnosticRecorder()
        var state = store.state
        state.volumes = []
        let bare = Store(initialState: state) {
            Study()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        bare.send(.slips(.element(id: 20, action: .write("w"))))
        #expect(recorder.identifiers == [.lentStateGone])
    }

    @Test func `law 16: a filter sees what is borrowed`() throws {
        var state = Library.State([Book(1, "a"), Book(2, "b")])
        state.rows = [Library.Row(id: 10, book: 1), Library.Row(id: 20, book: 2)]
        let store = Store(initialState: state) {
            Reduce { (state: inout Library.State, action: Library.Action) in
                if case .change(let change) = action { change(&state) }
                return .none
            }
            .forEach(\.rows, action: \.rows) {
                Scope(state: \.reader) { Reader() }.filter { $0.reader.book.title != "locked" }
            }
        }
        let rows = store.scope(state: \.rows, action: \.rows)
        let first = try #require(rows[id: 10])
        store.send(.change { $0.books[id: 1]?.title = "locked" })
        first.send(.rename("b"))
        #expect(store.books[id: 1]?.title == "locked")
        store.send(.change { $0.books[id: 1]?.title = "c" })
        first.send(.rename("d"))
        #expect(store.books[id: 1]?.title == "d" && first.reader.notes.last == "c → d")
        #expect(rows[id: 20]?.reader.notes == [])
    }

    @Test func `law 16: a mounted reducer borrows as its place does, until the row is gone`() throws {
        var state = Library.State([Book(1, "a")])
        state.sheet = Reader.State(Borrowed(id: 1))
        let store = Store(initialState: state) { Library() }
        let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
        let mounted = sheet.mount {
            Update { (state: inout Reader.State, action: Reader.Action) in
                if case .turn = action { state.book.title += "+" }
            }
            .onChange(of: \.book.title) { old, new, state in
                state.notes.append("mounted \(old) → \(new)")
                return .none
            }
        }
        sheet.send(.turn)
        #expect(store.books[id: 1]?.title == "a+" && store.books[id: 1]?.pages[0] == 1)
        #expect(sheet.notes == ["a → a+", "mounted a → a+"])
        store.send(.change { $0.books[id: 1]?.title = "b" })
        #expect(sheet.notes.suffix(2) == ["a+ → b", "mounted a+ → b"])
        store.send(.change { $0.books = [] })
        store.send(.change { $0.books = [Book(1, "c")] })
        #expect(store.books[id: 1]?.title == "c")
        mounted.cancel()
    }
}

private struct Chapter: Equatable, Identifiable, Sendable {
    let id: Int
    var text: String
}

private struct Volume: Equatable, Identifiable, Sendable {
    let id: Int
    var chapters: IdentifiedArrayOf<Chapter>
}

/// A row about a chapter of the volume that the desk borrows.
private struct Slip: Borrower, Equatable, Identifiable, Sendable {
    let id: Int
    @Borrowed var chapter: Chapter
    var notes: [String] = []

    static var borrowed: BorrowedProperties<Self> { \.$chapter }

    enum Action: Sendable { case write(String) }
}

private struct Study: Reducer {
    struct State: Lender, Sendable {
        var volumes: IdentifiedArrayOf<Volume>
        var desk = Desk()

        static var lent: LentCollections<Self> { \.volumes }
    }

    struct Desk: Borrower, Lender, Sendable {
        @Borrowed(id: 1) var volume: Volume
        var slips: IdentifiedArrayOf<Slip> = []

        static var borrowed: BorrowedProperties<Self> { \.$volume }
        static var lent: LentCollections<Self> { \.volume.chapters }
    }

    enum Action: CasePathable, Sendable {
        case slips(IdentifiedAction<Int, Slip.Action>)
        case change(@Sendable (inout State) -> Void)

        struct AllCasePaths: Sendable {
            var slips: CasePath<Action, IdentifiedAction<Int, Slip.Action>> {
                CasePath(embed: Action.slips) { if case .slips(let action) = $0 { action } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    var body: some Reducer<State, Action> {
        Update { state, action in if case .change(let change) = action { change(&state) } }
        Scope(state: \.desk) {
            EmptyReducer<Desk, Action>().forEach(\.slips, action: \.slips) {
                Update { (slip: inout Slip, action: Slip.Action) in
                    if case .write(let text) = action { slip.chapter.text = text }
                }
                .onChange(of: \.chapter.text) { old, new, slip in
                    slip.notes.append("\(old) → \(new)")
                    return .none
                }
            }
        }
    }
}
