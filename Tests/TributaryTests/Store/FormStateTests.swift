// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTestSupport

/// A form whose fields have the names that `@FormState` gives them.
@Suite("A form with @FormState", .timeLimit(.minutes(30)))
@MainActor
struct FormStateMacroUseTests {
    @Test func `is replayed from the code of its actions`() throws {
        let store = Store(initialState: Profile.State()) { Profile() }
        var code: [Data] = []
        let listener = store.onAction { record in
            code.append((try? JSONEncoder().encode(record.action)) ?? Data())
        }
        store.send(.change(StateChange(\.name, of: store.state, to: "Blob")))
        store.send(.change(StateChange(\.address.street, of: store.state, to: "Elm")))
        store.send(.change(StateChange(\.due, of: store.state, to: 5)))
        store.send(.change(StateChange(\.shout, of: store.state, to: "ANN")))
        store.send(.change(StateChange(case: \.screen.page, from: 1, to: 7)))
        store.send(.change(StateChange(\.stepCount, of: store.state, to: 99)))
        #expect(store.state != Profile.State() && store.stepCount == 20)

        let replayed = Store(initialState: Profile.State()) { Profile() }
        for code in code { replayed.send(try JSONDecoder().decode(Profile.Action.self, from: code)) }
        #expect(replayed.state == store.state)
        #expect(
            String(decoding: try #require(code.first), as: UTF8.self).contains(#""field":"name""#)
        )
        withExtendedLifetime(listener) {}
    }

    @Test func `prints its actions by name, and no secret`() {
        let name = Profile.Action.change(StateChange(\.address.street, from: "", to: "Elm"))
        #expect(String(reflecting: name).hasSuffix(#"Action.change(\.address.street = "Elm")"#))
        let password = Profile.Action.change(StateChange(\.password, from: "", to: "1234"))
        #expect(String(reflecting: password).hasSuffix(#"Action.change(\.password = •••)"#))
    }

    @Test func `may be generic, private to its file, or have properties for some builds only`() {
        #expect("\(StateChange(\Box<Int>.value, from: 1, to: 2))" == #"\.value = 2"#)
        #expect("\(StateChange(\Hidden.State.count, from: 1, to: 2))" == #"\.count = 2"#)
        #expect("\(StateChange(\Conditional.inThisBuild, from: 1, to: 2))" == #"\.inThisBuild = 2"#)
    }
}

struct Profile: Reducer {
    @FormState
    struct State: Codable, Equatable, Sendable {
        var name = ""
        var due: Int?
        var stepCount = 10
        var address = Address()
        var screen = Screen.page(1)
        @Secret var password = ""
        var shout: String {
            get { name.uppercased() }
            set { name = newValue.lowercased() }
        }
    }

    @FormState
    struct Address: Codable, Equatable, Sendable {
        var street = ""
    }

    @CasePathable
    @FormState
    enum Screen: Codable, Equatable, Sendable {
        case closed
        case page(Int)
    }

    @CasePathable
    enum Action: BindableAction, Codable, Equatable, Sendable {
        case change(StateChange<State>)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .change(let change):
                change.apply(to: &state)
                if change.concerns(\.stepCount) { state.stepCount = min(state.stepCount, 20) }
            }
        }
    }
}

@FormState
private struct Box<Value: Codable & Equatable & Sendable> {
    var value: Value
}

private enum Hidden {
    @FormState
    struct State {
        fileprivate var count = 1
    }
}

@FormState
private struct Conditional {
    #if os(Linux) || os(macOS) || os(Windows)
    var inThisBuild = 1
    #else
    var inThisBuild = 0
    #endif
}
