// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore
package import TributaryPresenting

/// A row with which pages are joined.
package struct Book: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
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

/// A feature about a book of its parent's, with every kind of modifier.
package struct Reader: Reducer {
    /// The part of a page that the parent stores.
    package struct Page: Codable, Equatable, Sendable {
        package let bookID: Int
        package var isOpen: Bool?
        package var notes: [String] = []

        package init(_ bookID: Int) { self.bookID = bookID }
    }

    package struct State: Equatable, Sendable {
        package var page: Page
        package var book: Book

        package init(_ page: Page, _ book: Book) {
            self.page = page
            self.book = book
        }
    }

    package enum Action: Codable, Equatable, Sendable { case rename(String), turn, open, note, run }

    private let recorder: RunRecorder?

    package init(_ recorder: RunRecorder? = nil) { self.recorder = recorder }

    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .rename(let title): state.book.title = title
            case .turn: state.book.pages[0] += 1
            case .open: state.page.isOpen = true
            case .note: state.page.notes.append(state.book.title)
            case .run:
                return .run { [recorder, title = state.book.title] _ in
                    await recorder?.run(title)
                    recorder?.end(title)
                }
            }
            return .none
        }
        .onChange(of: \.book.title) { old, new, state in
            state.page.notes.append("\(old) → \(new)")
            return .none
        }
        .feedback(\.runningTitle) { [recorder] title, _ in
            await recorder?.run(title)
            recorder?.end(title)
        }
    }
}

extension Reader.State {
    fileprivate var runningTitle: String? { page.isOpen == true ? "open " + book.title : nil }
}

/// A feature whose pages and rows are joined with its books.
package struct Library: Reducer {
    package struct State: Equatable, Sendable {
        package var books: IdentifiedArrayOf<Book>
        package var path: Stack<Page> = []
        package var rows: IdentifiedArrayOf<Row> = []
        package var seen: [String] = []

        package init(_ books: [Book]) { self.books = IdentifiedArray(uniqueElements: books) }

        package static var pages: Join<State, Page, PageState> {
            Join(\.books, on: \.bookID) { page, book in
                switch (page, book) {
                // A hidden book is there, and cannot be joined.
                case (.reader(let page), let book?) where book.title != "hidden":
                    .reader(Reader.State(page, book))
                case (.blank(let number), nil): .blank(number)
                default: nil
                }
            } separating: { state in
                switch state {
                case .reader(let reader): (.reader(reader.page), reader.book)
                case .blank(let number): (.blank(number), nil)
                }
            }
        }

        package static var details: Join<State, Row, RowState> {
            Join(\.books, on: \.page.bookID) { row, book in
                book.map { RowState(id: row.id, reader: Reader.State(row.page, $0)) }
            } separating: { state in
                (Row(id: state.id, page: state.reader.page), state.reader.book)
            }
        }
    }

    /// A page is about a book, or about none.
    package enum Page: Equatable, Sendable {
        case reader(Reader.Page)
        case blank(Int)

        package var bookID: Int? { if case .reader(let page) = self { page.bookID } else { nil } }
    }

    package enum PageState: CasePathable, Equatable, Sendable {
        case reader(Reader.State)
        case blank(Int)

        package struct AllCasePaths: Sendable {
            package var reader: CasePath<PageState, Reader.State> {
                CasePath(embed: PageState.reader) { if case .reader(let reader) = $0 { reader } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package enum PageAction: CasePathable, Sendable {
        case reader(Reader.Action)
        case close

        package struct AllCasePaths: Sendable {
            package var reader: CasePath<PageAction, Reader.Action> {
                CasePath(embed: PageAction.reader) {
                    if case .reader(let action) = $0 { action } else { nil }
                }
            }
            package var close: CasePath<PageAction, Void> {
                CasePath(embed: { PageAction.close }) { if case .close = $0 { () } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package struct Row: Equatable, Identifiable, Sendable {
        package let id: Int
        package var page: Reader.Page

        package init(id: Int, page: Reader.Page) {
            self.id = id
            self.page = page
        }

        package init(id: Int, book: Int) { self.init(id: id, page: Reader.Page(book)) }
    }

    package struct RowState: Equatable, Identifiable, Sendable {
        package let id: Int
        package var reader: Reader.State
    }

    package enum Action: CasePathable, Sendable {
        case path(StackAction<Page, PageAction>)
        case rows(IdentifiedAction<Int, Reader.Action>)
        case change(@Sendable (inout State) -> Void)

        package struct AllCasePaths: Sendable {
            package var path: CasePath<Action, StackAction<Page, PageAction>> {
                CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }
            }
            package var rows: CasePath<Action, IdentifiedAction<Int, Reader.Action>> {
                CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
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
                let title = state.path[id: id]?.bookID.flatMap { state.books[id: $0]?.title }
                state.seen.append("page \(id): \(title ?? "none")")
            case .path, .rows: break
            case .change(let change): change(&state)
            }
            return .none
        }
        .forEach(stack: \.path, action: \.path, joining: State.pages, closedBy: \.close) {
            EmptyReducer<PageState, PageAction>().ifCaseLet(\.reader, action: \.reader) { Reader(recorder) }
        }
        .forEach(\.rows, action: \.rows, joining: State.details) {
            Scope(state: \.reader) { Reader(recorder) }
        }
    }
}
