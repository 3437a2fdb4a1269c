// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPersistence
import TributaryTestSupport

/// A part of the state that is loaded from a storage and saved to it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
final class PersistenceTests: PersistenceBench {}

extension PersistenceTests {
    // Loading

    @Test func `the stored value arrives as an action, once, and is not saved again`() {
        let shelf = Shelf([1, 2])
        let book = makeBook()
        let token = attach(shelf, to: book)
        #expect(book.state.notes == [1, 2])
        send(.open, to: book)
        wait()
        #expect(shelf.calls == ["load"])
        withExtendedLifetime(token) {}
    }

    @Test func `an empty storage sends nothing, and gets the first change`() {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        var heard: [Notebook.Action] = []
        let listener = book.onAction { heard.append($0.action) }
        let token = attach(shelf, to: book)
        #expect(heard.isEmpty)
        wait()
        #expect(shelf.calls == ["load"])
        send(.add(1), to: book)
        wait()
        #expect(shelf.content == [1])
        withExtendedLifetime((token, listener)) {}
    }

    @Test func `nothing is saved before loading, and the loaded value is not overwritten`() {
        let shelf = Shelf([1, 2])
        shelf.hold()
        let book = makeBook()
        let token = attach(shelf, to: book)
        send(.add(7), to: book)
        wait(.seconds(10))
        #expect(shelf.calls == ["load"])
        shelf.release()
        wait()
        #expect(book.state.notes == [1, 2])
        #expect(shelf.calls == ["load"])
        withExtendedLifetime(token) {}
    }

    @Test(arguments: [[], [1, 2]])
    func `changes during loading are saved, if the reducer keeps them`(_ content: [Int]) {
        let shelf = Shelf(content.isEmpty ? nil : content)
        shelf.hold()
        let book = makeBook(isMerging: true)
        let token = attach(shelf, to: book)
        send(.add(7), to: book)
        shelf.release()
        wait()
        #expect(book.state.notes == content + [7])
        #expect(shelf.content == content + [7])
        withExtendedLifetime(token) {}
    }

    @Test func `if a middleware drops the loaded value, nothing overwrites it`() {
        struct Censor: Middleware {
            func willReduce(
                _ action: Notebook.Action,
                from origin: ActionOrigin,
                state: Notebook.State,
                store: StoreHandle<Notebook.State, Notebook.Action>
            ) -> Notebook.Action? {
                if case .loaded = action { nil } else { action }
            }
        }
        let shelf = Shelf([1, 2])
        let book = makeBook()
        let tokens = [book.attach(Censor()), attach(shelf, to: book)]
        send(.add(7), to: book)
        wait()
        book.close()
        #expect(shelf.content == [1, 2])
        #expect(recorder.identifiers == [.storageFailed])
        withExtendedLifetime(tokens) {}
    }

    // Saving

    @Test func `changes are collected, and the newest is saved when the time is over`() {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        let token = attach(shelf, to: book)
        send(.add(1), .add(2), to: book)
        wait(.milliseconds(999))
        send(.add(3), to: book)
        #expect(shelf.calls == ["load"])
        wait(.milliseconds(1))
        #expect(shelf.calls == ["load", "save [1, 2, 3]"])
        wait(.seconds(10))
        #expect(shelf.calls.count == 2)
        withExtendedLifetime(token) {}
    }

    @Test func `changes without end do not put off the saving`() {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        let token = attach(shelf, to: book)
        for note in 0..<10 {
            send(.add(note), to: book)
            wait(.milliseconds(500))
        }
        #expect(shelf.calls.count > 3)
        withExtendedLifetime(token) {}
    }

    @Test func `a change that is taken back is not saved`() {
        let shelf = Shelf([1])
        let book = makeBook()
        let token = attach(shelf, to: book)
        send(.add(2), .remove, to: book)
        wait()
        #expect(shelf.calls == ["load"])
        withExtendedLifetime(token) {}
    }

    @Test func `two changes during one saving are one more, of the last`() {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        let token = attach(shelf, to: book)
        send(.add(1), to: book)
        shelf.hold()
        wait()
        send(.add(2), .add(3), to: book)
        wait(.seconds(10))
        #expect(shelf.calls == ["load", "save [1]"])
        shelf.release()
        driver.run()
        #expect(shelf.calls == ["load", "save [1]", "save [1, 2, 3]"])
        #expect(shelf.content == [1, 2, 3])
        withExtendedLifetime(token) {}
    }

    @Test func `a change that is taken back while it is saved is saved`() {
        let shelf = Shelf([1])
        let book = makeBook()
        let token = attach(shelf, to: book)
        send(.add(2), to: book)
        shelf.hold()
        wait()
        send(.remove, to: book)
        shelf.release()
        wait()
        #expect(shelf.calls == ["load", "save [1, 2]", "save [1]"])
        withExtendedLifetime(token) {}
    }

    @Test func `saving is not a part of the action, which neither waits for it nor cancels it`() async {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        let token = attach(shelf, to: book)
        let task = book.send(.add(1))
        driver.run()
        await task.finish()
        task.cancel()
        wait()
        #expect(shelf.content == [1])
        withExtendedLifetime(token) {}
    }

    @Test func `the time and the clock can be given`() {
        let shelf = Shelf<[Int]>()
        let book = makeBook()
        let other = ManualClock()
        let tokens = [
            book.attach(
                Persistence(\.notes, in: shelf.storage, loaded: \.loaded, after: .seconds(5), clock: other)
            )
        ]
        driver.run()
        send(.add(1), to: book)
        wait(.seconds(10))
        other.advance(by: .seconds(5))
        driver.run()
        #expect(shelf.content == [1])
        let direct = Shelf<[Int]>()
        let token = book.attach(Persistence(\.notes, in: direct.storage, loaded: \.loaded, after: .zero))
        driver.run()
        send(.add(2), to: book)
        #expect(direct.content == [1, 2])
        withExtendedLifetime((tokens, token)) {}
    }
}
