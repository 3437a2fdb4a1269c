// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: feature
struct Draft: Reducer {
    struct State: Equatable, Sendable {
        var text = ""
        var seconds = 0
        var isSaved = true
        var problem: String?
    }

    @CasePathable
    enum Action: Sendable {
        case begin
        case tick
        case pause
        case edited(String)
        case saved
        case failed(String)
    }

    private enum Work { case timer, save }

    @Dependency(\.clock) var clock
    @Dependency(\.draftClient) var client

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .begin:
                return .run { send in
                    for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
                }
                .cancellable(id: Work.timer, cancelInFlight: true)
            case .tick:
                state.seconds += 1
                return .none
            case .pause:
                return .cancel(id: Work.timer)
            case .edited(let text):
                state.text = text
                state.isSaved = false
                return .run { send in
                    try await client.save(text: text)
                    await send(.saved)
                } catch: { error, send in
                    await send(.failed("\(error)"))
                }
                .retry(.exponential(attempts: 3, from: .seconds(1)))
                .timeout(after: .seconds(30), sending: .failed("The server did not answer."))
                .debounce(id: Work.save, for: .milliseconds(500))
            case .saved:
                state.isSaved = true
                return .none
            case .failed(let problem):
                state.problem = problem
                return .none
            }
        }
    }
}
// page: end

// page: client
@Client
struct DraftClient {
    var save: @Sendable (_ text: String) async throws -> Void
    var publish: @Sendable (_ text: String) async throws -> Void
    var changes: @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } }
}

extension Dependencies {
    var draftClient: DraftClient {
        get { self[DraftClient.self] }
        set { self[DraftClient.self] = newValue }
    }
}
// page: end

// page: parent
struct Notebook: Reducer {
    struct State: Equatable, Sendable {
        var draft: Draft.State?
        var shelf: [String] = []
    }

    @CasePathable
    enum Action: Sendable {
        case open
        case close
        case publish
        case follow
        case published(String)
        case draft(Draft.Action)
    }

    @Dependency(\.draftClient) var client

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .open:
                state.draft = Draft.State()
                return .none
            case .close:
                state.draft = nil  // cancels the timer of the draft and a pending save
                return .none
            case .publish:
                guard let text = state.draft?.text else { return .none }
                state.draft = nil
                return .run { send in  // belongs to the notebook, so it is not cancelled
                    try await client.publish(text: text)
                    await send(.published(text))
                }
                .cancellable(id: "publish", policy: .queue)
            case .follow:
                return .stream({ client.changes() }) { .published($0) }
            case .published(let text):
                state.shelf.append(text)
                return .none
            case .draft:
                return .none
            }
        }
        .ifLet(\.draft, action: \.draft) { Draft() }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct EffectsAndHowTheyEnd {
    func test() async {
        // page: test
        let clock = TestClock()
        let store = TestStore(initialState: Draft.State()) {
            Draft()
        } dependencies: {
            $0.clock = clock
            $0.draftClient.save = { _ in }
        }
        await store.send(.begin)
        await clock.advance(by: .seconds(1))
        await store.receive(\.tick) { $0.seconds = 1 }
        await store.send(.pause)
        await store.send(.edited("Dear Ada")) {
            $0.text = "Dear Ada"
            $0.isSaved = false
        }
        await clock.advance(by: .milliseconds(500))
        await store.receive(\.saved) { $0.isSaved = true }
        // page: end
    }

    func failing() async {
        struct Refused: Error {}
        let clock = TestClock()
        let store = TestStore(initialState: Draft.State()) {
            Draft()
        } dependencies: {
            $0.clock = clock
            $0.draftClient.save = { _ in throw Refused() }
        }
        await store.send(.edited("a")) {
            $0.text = "a"
            $0.isSaved = false
        }
        await clock.run()
        await store.receive(\.failed) { $0.problem = "Refused()" }
    }

    func closed() async {
        let clock = TestClock()
        let store = TestStore(initialState: Notebook.State()) {
            Notebook()
        } dependencies: {
            $0.clock = clock
            $0.draftClient.publish = { _ in }
            $0.draftClient.changes = {
                AsyncStream {
                    $0.yield("b"); $0.finish()
                }
            }
        }
        await store.send(.open) { $0.draft = Draft.State() }
        await store.send(.draft(.begin))
        await store.send(.close) { $0.draft = nil }
        await clock.advance(by: .seconds(5))
        await store.send(.open) { $0.draft = Draft.State() }
        await store.send(.publish) { $0.draft = nil }
        await store.receive(\.published) { $0.shelf = [""] }
        await store.send(.follow)
        await store.receive(\.published, "b") { $0.shelf = ["", "b"] }
        await store.finish()
    }

    func quit() async -> [String] {
        let saved = Printed()
        let store = Store(initialState: Notebook.State(draft: Draft.State())) {
            Notebook()
        } dependencies: {
            $0.draftClient.save = { text in saved.append(text) }
        }
        // page: quit
        store.send(.draft(.edited("Dear Ada")))  // saves in half a second
        await store.flush()  // saves now
        store.close()
        // page: end
        return saved.lines
    }

    func waited() async -> [String] {
        let store = Store(initialState: Notebook.State(draft: Draft.State(text: "Dear Ada"))) {
            Notebook()
        } dependencies: {
            $0.draftClient.publish = { _ in }
        }
        // page: task
        let task = store.send(.publish)
        await task.finish()  // waits for the effect and for everything that followed from it
        // page: end
        return store.shelf
    }
}
