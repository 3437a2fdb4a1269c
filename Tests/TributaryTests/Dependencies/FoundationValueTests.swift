// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTestSupport

/// The ready-made dependencies whose types are Foundation's.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct FoundationValueTests {
    private struct Note: Reducer {
        struct State: Equatable {
            var identifiers: [UUID] = []
            var savedAt: Date?
        }
        enum Action { case save }
        @Dependency(\.uuid) var uuid
        @Dependency(\.date) var date

        var body: some Reducer<State, Action> {
            Update { state, _ in
                state.identifiers.append(uuid())
                state.savedAt = date.now
            }
        }
    }

    @Test func `a store reads identifiers and the date`() {
        let date = Date(timeIntervalSince1970: 1_000)
        let store = Store(initialState: Note.State()) {
            Note()
        } dependencies: {
            $0.uuid = .incrementing
            $0.date = .constant(date)
        }
        store.send(.save)
        store.send(.save)
        #expect(store.identifiers == [UUID(number: 0), UUID(number: 1)])
        #expect(store.savedAt == date)
    }

    @Test func `by default identifiers are random, and the date is of this century`() {
        let dependencies = Dependencies()
        #expect(Set((0..<100).map { _ in dependencies.uuid() }).count == 100)
        #expect(dependencies.date.now > Date(timeIntervalSinceReferenceDate: 0))
    }

    @Test func `in a test every use is reported, and the value is the same each time`() {
        let recorder = DiagnosticRecorder()
        for _ in 0..<2 {
            let store = Store(initialState: Note.State()) {
                Note()
            } dependencies: {
                $0.isTesting = true
                $0.diagnosticReporter = recorder.reporter
            }
            store.send(.save)
            store.send(.save)
            #expect(store.identifiers == [UUID(number: 0), UUID(number: 1)])
            #expect(store.savedAt == Date(timeIntervalSinceReferenceDate: 0))
        }
        #expect(recorder.identifiers == Array(repeating: .unimplementedDependency, count: 8))
    }

    @Test func `a numbered identifier shows its number at its end`() {
        #expect(UUID(number: 0x0102_03ff).uuidString == "00000000-0000-0000-0000-0000010203FF")
        #expect(UUID(number: .max).uuidString == "00000000-0000-0000-FFFF-FFFFFFFFFFFF")
    }

    @Test func `a constant generator returns its value, a counting one is shared by copies`() {
        let uuid = UUID()
        let constant = UUIDGenerator.constant(uuid)
        #expect([constant(), constant()] == [uuid, uuid])
        let counting = UUIDGenerator.incrementing
        let copy = counting
        #expect(
            [counting(), copy(), UUIDGenerator.incrementing()].map(\.uuidString.last) == ["0", "1", "0"]
        )
    }
}
