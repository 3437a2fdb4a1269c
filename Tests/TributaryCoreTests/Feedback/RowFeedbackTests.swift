// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The cost of feedbacks in rows, with few or no queries.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RowFeedbackTests {
    private struct Line: Equatable, Identifiable, Sendable {
        let id: Int
        var query: Int?
        var visits = 0
    }

    private struct Sheet: Equatable, Identifiable, Sendable {
        let id: Int
        var lines: IdentifiedArray<Int, Line>
    }

    private struct Book: Sendable {
        /// Observed, so that it is written by way of a key path, and each time is counted.
        var sheets: IdentifiedArray<Int, Sheet> { didSet { writes += 1 } }
        var writes = 0
    }

    private enum Action: CasePathable, Sendable {
        case change(@Sendable (inout Book) -> Void)

        struct AllCasePaths: Sendable {
            /// A path that no action is on.
            var sheets: CasePath<Action, IdentifiedAction<Int, IdentifiedAction<Int, Void>>> {
                CasePath(embed: { _ in preconditionFailure("No row sends.") }, extract: { _ in nil })
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    private final class Asked {
        var count = 0
    }

    private let asked = Asked()
    private let recorder = RunRecorder()
}

extension RowFeedbackTests {
    private func store(sheets: Int, lines: Int) -> Store<Book, Action> {
        let lines = IdentifiedArray(uniqueElements: (0..<lines).map { Line(id: $0) })
        let sheets = IdentifiedArray(uniqueElements: (0..<sheets).map { Sheet(id: $0, lines: lines) })
        return Store(initialState: Book(sheets: sheets)) { [asked, recorder] in
            Update<Book, Action> { book, action in
                if case .change(let change) = action { change(&book) }
            }
            .forEach(\.sheets, action: \.sheets) {
                EmptyReducer<Sheet, IdentifiedAction<Int, Void>>().forEach(\.lines, action: \.own) {
                    EmptyReducer<Line, Void>().feedback({ line in
                        asked.count += 1
                        return line.query
                    }) { query, _ in await recorder.run("\(query)") }
                }
            }
        }
    }

    @Test func `of rows in rows without queries, only changed ones are evaluated`() {
        let store = store(sheets: 2, lines: 200)
        let change: @Sendable (inout Book) -> Void = { book in
            for sheet in book.sheets.ids { book.sheets[id: sheet]?.lines[id: 7]?.visits += 1 }
        }
        for _ in 0..<3 { store.send(.change(change)) }
        asked.count = 0
        for _ in 0..<10 { store.send(.change(change)) }
        #expect(asked.count > 0 && asked.count <= 10 * 2 * 4, "Not for each of the 400")
    }

    @Test func `a row that had a query before has no cost when it is removed`() async {
        let store = store(sheets: 1, lines: 1)
        store.send(.change { $0.sheets[id: 0]?.lines[id: 0]?.query = 1 })
        await recorder.isRunning(["1"])
        store.send(.change { $0.sheets[id: 0]?.lines[id: 0]?.query = nil })
        let writes = store.writes
        store.send(.change { $0.sheets[id: 0]?.lines.remove(id: 0) })
        #expect(store.writes == writes + 1, "The reducer's own")
    }
}
