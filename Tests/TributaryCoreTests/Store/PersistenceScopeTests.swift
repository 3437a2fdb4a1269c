// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPersistence
import TributaryTestSupport

/// A temporary part of a state, kept in a storage.
@Suite(.timeLimit(.minutes(30)))
@MainActor
final class PersistenceScopeTests {
    private struct Desk: Reducer {
        struct State: Equatable, Sendable { var notebook: Notebook.State? }

        enum Action: Sendable, CasePathable {
            case open, close
            case notebook(Notebook.Action)

            struct AllCasePaths: Sendable {
                var notebook: CasePath<Action, Notebook.Action> {
                    CasePath(embed: Action.notebook) {
                        if case .notebook(let value) = $0 { value } else { nil }
                    }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .open: if state.notebook == nil { state.notebook = Notebook.State() }
                case .close: state.notebook = nil
                case .notebook: break
                }
            }
            .ifLet(\.notebook, action: \.notebook) { Notebook() }
        }
    }

    /// Never released: a store's remaining work may go to the driver's actor when the test is over.
    private let driver = Unmanaged.passRetained(EffectDriver()).takeUnretainedValue()
    private let clock = ManualClock()
    private let recorder = DiagnosticRecorder()
    private let shelf = Shelf<[Int]>()
    private let store: StoreOf<Desk>

    init() {
        store = driver.host { [clock, recorder] in
            Store(initialState: Desk.State()) {
                Desk()
            } dependencies: {
                $0.clock = clock
                $0.diagnosticReporter = recorder.reporter
            }
        }
    }
}

extension PersistenceScopeTests {
    private func send(_ actions: Desk.Action...) {
        for action in actions { store.send(action) }
        driver.run()
    }

    private func wait() {
        driver.run()
        clock.advance(by: .seconds(1))
        driver.run()
    }

    private func attach() throws -> ObservationToken {
        store.send(.open)
        let notebook = try #require(store.scope(state: \.notebook, action: \.notebook))
        defer { driver.run() }
        return notebook.attach(
            Persistence(\.notes, in: shelf.storage, loaded: \.loaded, failed: \.failed)
        )
    }

    @Test func `it loads each time that the state appears, and saves the last value when it goes`() throws {
        let token = try attach()
        send(.notebook(.add(1)), .close)
        #expect(shelf.calls == ["load", "save [1]"])
        wait()
        send(.open)
        #expect(store.notebook?.notes == [1])
        send(.notebook(.add(2)))
        wait()
        send(.close, .open)
        #expect(shelf.calls == ["load", "save [1]", "load", "save [1, 2]", "load"])
        #expect(store.notebook?.notes == [1, 2])
        #expect(recorder.identifiers.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `a state that returns while the last one is saved is loaded after that`() throws {
        let token = try attach()
        shelf.hold()
        send(.notebook(.add(1)), .close, .open)
        shelf.release()
        driver.run()
        #expect(shelf.calls == ["load", "save [1]", "load"])
        #expect(store.notebook?.notes == [1])
        withExtendedLifetime(token) {}
    }

    @Test func `a value loaded for a removed state is not used for the next one`() throws {
        shelf.hold()
        let token = try attach()
        send(.close, .open, .notebook(.add(1)))
        #expect(shelf.calls == ["load"])
        shelf.fail()
        shelf.release()
        wait()
        #expect(shelf.calls == ["load", "load", "save [1]"])
        #expect(store.notebook?.failures == [])
        withExtendedLifetime(token) {}
    }

    /// Anything that may happen, in any order.
    @Test(arguments: 0..<UInt64(amount(200, inDebug: 30)))
    func `whatever happens before, the storage has the last value in the end`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isFailing = seed % 2 == 1
        let token = try attach()
        /// The notes when they were removed, if they were loaded before.
        var last: [Int]?
        for number in 0..<60 {
            switch random.number(0..<(isFailing ? 8 : 7)) {
            case 0, 1: if store.notebook != nil { send(.notebook(.add(number))) }
            case 2: if store.notebook != nil { send(.notebook(.remove)) }
            case 3:
                guard store.notebook != nil else { break }
                last = shelf.isWaiting ? nil : store.notebook?.notes
                send(.close)
            case 4: send(.open)
            case 5: if random.chance(50) { shelf.hold() } else { clock.advance(by: .milliseconds(600)) }
            case 6:
                shelf.release()
                wait()
                let content = shelf.content ?? []
                if isFailing { break }
                if let notebook = store.notebook {
                    #expect(content == notebook.notes)
                } else if let last {
                    #expect(content == last)
                }
            default: shelf.fail()
            }
        }
        shelf.release()
        // Pending failures occur here.
        for number in 0..<60 {
            send(.close)
            wait()
            send(.open)
            wait()
            send(.notebook(.add(number)))
            wait()
        }
        #expect(shelf.content == store.notebook?.notes)
        #expect(store.notebook?.notes.isEmpty == false)
        #expect(recorder.identifiers.allSatisfy { $0 == .storageFailed })
        withExtendedLifetime(token) {}
    }
}
