// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

struct Full: Error {}

/// A store of all actions that it got, whose recorder waits for the test.
@MainActor
final class RecordedLog {
    let driver = EffectDriver.immortal()
    let recorder = DiagnosticRecorder()
    let store: Store<[String], String>
    private let book: Book

    final class Book {
        var entries: [String] = []
        var commits: [RecordedCommit] = []
        var settled: [Bool] = []
    }

    /// - Parameters:
    ///   - isDriven: Whether effects wait for the test to drive them.
    ///   - answer: The effects of an action.
    init(isDriven: Bool = true, answer: @escaping (String) -> Effect<String>) {
        let book = Book()
        self.book = book
        let reporter = recorder.reporter
        let make = {
            Store(
                initialState: [],
                recorder: ClosureRecorder<[String], String>(
                    record: { action, origin, cause in
                        let number = book.entries.count + 1
                        book.entries.append(
                            "\(number) \(action) by \(origin)\(cause.map { " of \($0)" } ?? "")"
                        )
                        return RecordedEntry(number: number, milliseconds: number, seed: 0)
                    },
                    pass: { book.entries[book.entries.count - 1] += " passing \($0)" },
                    mount: { mount in
                        book.entries.append("\(book.entries.count + 1) \(mount)")
                        return book.entries.count
                    },
                    commit: {
                        book.commits.append($0)
                        book.settled.append($0.isSettled)
                    }
                )
            ) {
                Reduce<[String], String> { state, action in
                    state.append(action)
                    return answer(action)
                }
            } dependencies: {
                $0.diagnosticReporter = reporter
            }
        }
        store = isDriven ? driver.host(make) : make()
    }

    var state: [String] { store.state }
    var entries: [String] { book.entries }

    /// Whether the state was settled at each commit.
    var settled: [Bool] { book.settled }
    var commits: [RecordedCommit] { book.commits }

    @discardableResult
    func send(_ action: String) -> StoreTask { store.send(action) }

    /// Ends the oldest commit that has not ended.
    func commit(failing failure: (any Error)? = nil) {
        book.commits.removeFirst().end(failure)
        // Rather than to wait for the job that does so.
        store.way.machine?.openInbox()
    }
}
