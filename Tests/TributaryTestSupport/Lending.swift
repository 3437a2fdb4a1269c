// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A row that is lent.
package struct Book: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    package var title: String
    package var pages: [Int]

    package init(_ id: Int, _ title: String = "", pages: Int = 3) {
        self.id = id
        self.title = title
        self.pages = Array(repeating: 0, count: pages)
    }

    package var address: UInt? {
        pages.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } }
    }
}

/// A feature about a book that it borrows, with every kind of modifier.
package struct Reader: Reducer {
    package struct State: Borrower, Codable, Equatable, Sendable {
        @Borrowed package var book: Book
        package var isOpen: Bool?
        package var notes: [String] = []

        package init(_ book: Borrowed<Book>) { _book = book }

        package static var borrowed: BorrowedProperties<Self> { \.$book }
    }

    package enum Action: Codable, Equatable, Sendable { case rename(String), turn, open, note, run, lose }

    private let recorder: RunRecorder?

    package init(_ recorder: RunRecorder? = nil) { self.recorder = recorder }

    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .rename(let title): state.book.title = title
            case .turn: state.book.pages[0] += 1
            case .open: state.isOpen = true
            case .note: state.notes.append(state.book.title)
            case .run:
                return .run { [recorder, title = state.book.title] _ in
                    await recorder?.run(title)
                    recorder?.end(title)
                }
            case .lose: state = State(Borrowed(id: -1))
            }
            return .none
        }
        .onChange(of: \.book.title) { old, new, state in
            state.notes.append("\(old) → \(new)")
            return .none
        }
        .feedback(\.runningTitle) { [recorder] title, _ in
            await recorder?.run(title)
            recorder?.end(title)
        }
    }
}

extension Reader.State {
    fileprivate var runningTitle: String? { isOpen == true ? "open " + book.title : nil }
}

/// A feature that lends its books to a stack of pages, to rows, and to an optional child.
package struct Library: Reducer {
    package struct State: Equatable, Lender, Sendable {
        package var books: IdentifiedArrayOf<Book>
        package var path: Stack<Page> = []
        package var rows: IdentifiedArray<Int, Row> = IdentifiedArray(id: \.id)
        package var sheet: Reader.State?
        package var seen: [String] = []

        package init(_ books: [Book]) { self.books = IdentifiedArray(uniqueElements: books) }

        package static var lent: LentCollections<Self> { \.books }
    }

    package enum PageAction: CasePathable, Sendable {
        case reader(Reader.Action)

        package struct AllCasePaths: Sendable {
            package var reader: CasePath<PageAction, Reader.Action> {
                CasePath(embed: PageAction.reader) {
                    if case .reader(let action) = $0 { action } else { nil }
                }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    /// A page is about a book, or about none.
    package enum Page: Borrower, CasePathable, Equatable, Sendable {
        case reader(Reader.State)
        case blank(Int)

        package static var borrowed: BorrowedProperties<Self> { \.reader }

        package var book: Borrowed<Book>? {
            if case .reader(let reader) = self { reader.$book } else { nil }
        }

        package struct AllCasePaths: Sendable {
            package var reader: CasePath<Page, Reader.State> {
                CasePath(embed: Page.reader) { if case .reader(let reader) = $0 { reader } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package struct Row: Borrower, Equatable, Identifiable, Sendable {
        package let id: Int
        package var reader: Reader.State

        package init(id: Int, book: Int) {
            self.id = id
            reader = Reader.State(Borrowed(id: book))
        }

        package static var borrowed: BorrowedProperties<Self> { \.reader }
    }

    package enum Action: CasePathable, Sendable {
        case path(StackAction<Page, PageAction>)
        case rows(IdentifiedAction<Int, Reader.Action>)
        case sheet(Reader.Action)
        case change(@Sendable (inout State) -> Void)

        package struct AllCasePaths: Sendable {
            package var path: CasePath<Action, StackAction<Page, PageAction>> {
                CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }
            }
            package var rows: CasePath<Action, IdentifiedAction<Int, Reader.Action>> {
                CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
            }
            package var sheet: CasePath<Action, Reader.Action> {
                CasePath(embed: Action.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    private let recorder: RunRecorder?

    package init(_ recorder: RunRecorder? = nil) { self.recorder = recorder }

    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .path(.element(let id, _)):
                let title = state.path[id: id]?.book.flatMap { state.books[id: $0.id]?.title }
                state.seen.append("page \(id): \(title ?? "none")")
            case .path, .rows, .sheet: break
            case .change(let change): change(&state)
            }
            return .none
        }
        .forEach(stack: \.path, action: \.path) {
            EmptyReducer<Page, PageAction>().ifCaseLet(\.reader, action: \.reader) { Reader(recorder) }
        }
        .forEach(\.rows, action: \.rows) { Scope(state: \.reader) { Reader(recorder) } }
        .ifLet(\.sheet, action: \.sheet) { Reader(recorder) }
    }
}
