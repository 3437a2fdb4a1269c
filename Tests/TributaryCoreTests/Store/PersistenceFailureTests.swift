// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPersistence
import TributaryTestSupport

/// A storage that fails: the failure is reported, and nothing is overwritten.
@Suite(.timeLimit(.minutes(30)))
@MainActor
final class PersistenceFailureTests: PersistenceBench {}

extension PersistenceFailureTests {
    @Test func `a failure is an action, and the value is saved with the next change`() {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        let token = attach(shelf, to: book)
        shelf.fail()
        send(.add(1), to: book)
        wait()
        #expect(book.state.failures.map(\.operation) == [.save])
        #expect(book.state.failures.first?.reason == "Torn()")
        wait(.seconds(10))
        #expect(shelf.calls.count == 2)
        send(.add(2), to: book)
        wait()
        #expect(shelf.content == [1, 2])
        #expect(recorder.identifiers.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `after a failure the content is unknown: a change back to the stored value is saved`() {
        let shelf = Shelf([1])
        let book = makeBook()
        let token = attach(shelf, to: book)
        shelf.fail()
        send(.add(2), to: book)
        wait()
        send(.remove, to: book)
        wait()
        #expect(shelf.calls == ["load", "save [1, 2]", "save [1]"])
        withExtendedLifetime(token) {}
    }

    @Test func `a storage that could not be loaded is not overwritten`() {
        let shelf = Shelf([1, 2])
        let book = makeBook()
        shelf.fail()
        let token = attach(shelf, to: book)
        #expect(book.state.failures == [StorageFailure(.load, reason: "Torn()")])
        send(.add(7), to: book)
        wait()
        book.close()
        driver.run()
        #expect(shelf.calls == ["load"])
        #expect(recorder.identifiers == [.storageFailed])
        withExtendedLifetime(token) {}
    }

    @Test func `after damaged content was moved aside, saving continues`() {
        let shelf = Shelf([1, 2])
        let book = makeBook()
        let damage = StorageFailure(.load, reason: "Not JSON.", keptAside: "notes.damaged")
        shelf.fail(damage)
        let token = attach(shelf, to: book)
        #expect(book.state.failures == [damage])
        send(.add(7), to: book)
        wait()
        #expect(shelf.content == [7])
        #expect(
            "\(damage)"
                == "The value was not loaded: Not JSON. The damaged content was moved to notes.damaged."
        )
        withExtendedLifetime(token) {}
    }

    @Test func `without a case for failures they are diagnostics, with the line of the persistence`() {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        shelf.fail()
        let line = UInt(#line + 1)
        let token = book.attach(Persistence(\.notes, in: shelf.storage, loaded: \.loaded))
        driver.run()
        #expect(recorder.identifiers == [.storageFailed])
        #expect(recorder.diagnostics.first?.site?.line == line)
        #expect(recorder.diagnostics.first?.message == "The value was not loaded: Torn()")
        withExtendedLifetime(token) {}
    }
}
