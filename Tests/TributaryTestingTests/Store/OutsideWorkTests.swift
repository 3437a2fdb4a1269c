// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import Tributary
import TributaryTesting

@Suite("Effects that leave the test's executor", .timeLimit(.minutes(30)))
struct OutsideWorkTests {
    @Test("An effect that switches to the main actor returns, for a test that runs elsewhere")
    func mainActorFromElsewhere() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.hop)
        await store.receive(\.loaded, ["3"]) { $0.titles = ["3"] }
    }

    @MainActor
    @Test("An effect that switches to the main actor returns, for a test that runs there")
    func mainActor() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.hop)
        await store.receive(\.loaded, ["3"]) { $0.titles = ["3"] }
    }

    @Test("An effect that waits for another thread is awaited at the test's request")
    func awaited() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.titles = {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: ["far"]) }
                }
            }
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, outsideWork: .awaited) {
            $0.isLoading = false
            $0.titles = ["far"]
        }
        store.outsideWork = .awaited
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded) { $0.isLoading = false }
        await store.finish()
    }

    @Test("An event that only the test can cause is not awaited")
    func upToTheTest() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = TestClock()
        }
        await store.send(.start)
        let failed = await failures { await store.receive(\.tick, outsideWork: .awaited) }
        #expect(failed.count == 1 && failed[0].text.contains("waits for a TestClock"))
        await store.send(.stop)
    }

    @Test("An effect that outlives its store continues elsewhere, and its actions do not arrive")
    func outliving() async {
        let (answers, answer) = AsyncStream.makeStream(of: CheckedContinuation<[String], Never>.self)
        let (ends, end) = AsyncStream.makeStream(of: String.self)
        do {
            let store = TestStore(initialState: Library.State()) {
                Library()
            } dependencies: {
                $0.titles = {
                    // Does not end when it is cancelled.
                    let titles = await withCheckedContinuation { answer.yield($0) }
                    end.yield(titles[0])
                    return titles
                }
            }
            store.exhaustivity = .off
            await store.send(.load)
        }
        await answers.first { _ in true }?.resume(returning: ["late"])
        #expect(await ends.first { _ in true } == "late")
    }

    @Test("Waiting ends with a failure when the test is cancelled")
    func cancelled() async {
        let (answers, answer) = AsyncStream.makeStream(of: [String].self)
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.titles = { await answers.first { _ in true } ?? [] }
        }
        await store.send(.load) { $0.isLoading = true }
        let failed = await failures {
            withUnsafeCurrentTask { $0?.cancel() }
            await store.receive(\.loaded, outsideWork: .awaited)
        }
        #expect(failed.count == 1 && failed[0].text.contains("waits for something outside of the test"))
        answer.finish()
        await store.skipInFlightEffects()
    }

    @Test("A state that lives off the main actor is tested like any other")
    func offTheMainActor() async {
        // The environment of a `StoreActor`: reducer and effects run outside the main actor.
        let store = TestStore(initialState: Library.State()) {
            Library()
            Update<Library.State, Library.Action> { _, _ in
                dispatchPrecondition(condition: .notOnQueue(.main))
            }
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, ["Flood"]) {
            $0.isLoading = false
            $0.titles = ["Flood"]
        }
    }

    @MainActor
    @Test("A reducer that belongs to the main actor runs on it, also for actions of effects")
    func reducerOnTheMainActor() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
            Update<Library.State, Library.Action> { _, _ in MainActor.assumeIsolated {} }
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, ["Flood"]) {
            $0.isLoading = false
            $0.titles = ["Flood"]
        }
    }
}
