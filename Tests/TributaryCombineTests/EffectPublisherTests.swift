// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
import Testing
import TributaryCombine
import TributaryTestSupport

/// Publishers as effects.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct CombineEffectPublisherTests {
    struct Reader: Reducer {
        enum Action: Equatable, Sendable { case start, stop, read(Int), failed(String) }

        /// Handed between threads by its own lock.
        let subject: Handed<PassthroughSubject<Int, Failed>>
        var isCatching = true

        var body: some Reducer<[Action], Action> {
            Reduce { state, action in
                state.append(action)
                switch action {
                case .start:
                    let effect: Effect<Action> =
                        isCatching
                        ? .publisher { [subject] in
                            subject.value
                        } action: {
                            .read($0)
                        } catch: { error, send in
                            await send(.failed(error.reason))
                        }
                        : .publisher { [subject] in subject.value.map(Action.read) }
                    return effect.cancellable(id: "reading")
                case .stop: return .cancel(id: "reading")
                case .read, .failed: return .none
                }
            }
        }
    }

    struct Failed: Error { var reason: String }

    private let subject = PassthroughSubject<Int, Failed>()

    private func store(isCatching: Bool = true, _ recorder: DiagnosticRecorder? = nil) -> StoreOf<Reader> {
        Store(initialState: []) {
            Reader(subject: Handed(value: subject), isCatching: isCatching)
        } dependencies: {
            if let recorder { $0.diagnosticReporter = recorder.reporter }
        }
    }

    @Test func `published values become actions, from the turn of the subscription on`() async {
        let store = store()
        let task = store.send(.start)
        // No waiting before: the subscription exists.
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        await task.finish()
        #expect(store.state == [.start, .read(1), .read(2)])
    }

    @Test func `a failure reaches the handler`() async {
        let store = store()
        let task = store.send(.start)
        subject.send(1)
        subject.send(completion: .failure(Failed(reason: "torn")))
        await task.finish()
        #expect(store.state == [.start, .read(1), .failed("torn")])
    }

    @Test func `a failure that is not handled is a diagnostic`() async {
        let recorder = DiagnosticRecorder()
        let store = store(isCatching: false, recorder)
        let task = store.send(.start)
        subject.send(completion: .failure(Failed(reason: "torn")))
        await task.finish()
        #expect(recorder.identifiers == [.uncaughtEffectError])
    }

    @Test func `a publisher that takes too long is cancelled, and the action for that is sent`() async {
        let (recorder, clock, log) = (DiagnosticRecorder(), ManualClock(), EventLog())
        let watched = Handed(value: subject.handleEvents(receiveCancel: { @Sendable in log("cancelled") }))
        let store = Store(initialState: [String]()) {
            Reduce { (state: inout [String], action: String) in
                state.append(action)
                guard action == "start" else { return .none }
                return .publisher {
                    watched.value
                } action: {
                    "\($0)"
                } catch: { error, send in
                    await send(error.reason)
                }
                .timeout(after: .seconds(1), clock: clock, sending: "late")
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let task = store.send("start")
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(store.state == ["start", "late"])
        #expect(log.events == ["cancelled"])
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `cancelling ends the subscription, and nothing that is published later arrives`() async {
        let (log, subject) = (EventLog(), subject)
        let watched = subject.handleEvents(receiveCancel: { @Sendable in log("cancelled") })
            .eraseToAnyPublisher()
        let handed = Handed(value: watched)
        let store = Store(initialState: [Int]()) {
            Reduce { (state: inout [Int], action: Int) in
                state.append(action)
                return switch action {
                case -1:
                    .publisher {
                        handed.value
                    } catch: { _, _ in
                    }.cancellable(id: "reading")
                case -2: .cancel(id: "reading")
                default: .none
                }
            }
        }
        let task = store.send(-1)
        store.send(-2)
        subject.send(1)
        await task.finish()
        #expect(store.state == [-1, -2])
        #expect(log.events == ["cancelled"])
    }

    @Test func `closing the store ends the subscription`() async {
        let log = EventLog()
        let handed = Handed(value: subject.handleEvents(receiveCancel: { @Sendable in log("cancelled") }))
        let store = Store(initialState: [Int]()) {
            Reduce { (state: inout [Int], action: Int) in
                action == -1
                    ? .publisher {
                        handed.value
                    } catch: { _, _ in
                    } : .none
            }
        }
        let task = store.send(-1)
        store.close()
        await task.finish()
        #expect(log.events == ["cancelled"])
    }
}
#endif
