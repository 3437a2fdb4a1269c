// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPersistence
import TributaryTestSupport

/// A notebook in a store whose effects and whose time wait for the test.
@MainActor
class PersistenceBench {
    /// Never released: a store's remaining work may go to the driver's actor when the test is over.
    let driver = Unmanaged.passRetained(EffectDriver()).takeUnretainedValue()
    let clock = ManualClock()
    let recorder = DiagnosticRecorder()

    typealias Book = StoreOf<Notebook>

    func makeBook(isMerging: Bool = false) -> Book {
        driver.host {
            Store(initialState: Notebook.State()) {
                Notebook(isMerging: isMerging)
            } dependencies: { [clock, recorder] in
                $0.clock = clock
                $0.diagnosticReporter = recorder.reporter
            }
        }
    }

    func attach(_ shelf: Shelf<[Int]>, to book: Book) -> ObservationToken {
        defer { driver.run() }
        return book.attach(Persistence(\.notes, in: shelf.storage, loaded: \.loaded, failed: \.failed))
    }

    func send(_ actions: Notebook.Action..., to book: Book) {
        for action in actions { book.send(action) }
        driver.run()
    }

    func wait(_ duration: Duration = .seconds(1)) {
        driver.run()
        clock.advance(by: duration)
        driver.run()
    }
}
