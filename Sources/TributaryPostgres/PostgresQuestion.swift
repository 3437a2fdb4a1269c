// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

/// A request to a log other than an append; pending ones go to the server together.
enum PostgresQuestion: Sendable {
    case commits(of: String, after: Int, limit: Int)
    case snapshot(of: String, upTo: Int)
    case keep(LogSnapshot)

    /// The most questions in one request, and the most rows of all of them.
    private static let (batch, rows) = (256, 65_536)

    /// The name of the log that is written to.
    private var written: String? { if case .keep(let snapshot) = self { snapshot.name } else { nil } }

    private var mostRows: Int {
        if case .commits(_, _, let limit) = self { min(limit, Self.rows) } else { 1 }
    }

    /// Whether a question, in the order in which they came, goes with the first ones: those only read, or write to different logs.
    static func takingTogether() -> (PostgresQuestion) -> Bool {
        var isWriting: Bool?
        var names: Set<String> = []
        var (count, rows) = (0, 0)
        return { question in
            let name = question.written
            isWriting = isWriting ?? (name != nil)
            guard isWriting == (name != nil), count < batch, rows < Self.rows,
                name.map({ names.insert($0).inserted }) != false
            else { return false }
            (count, rows) = (count + 1, rows + question.mostRows)
            return true
        }
    }
}
#endif
