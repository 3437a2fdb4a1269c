// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

@Client
struct NamesClient {
    var isFree: @Sendable (_ name: String) async throws -> Bool
}

extension Dependencies {
    var names: NamesClient {
        get { self[NamesClient.self] }
        set { self[NamesClient.self] = newValue }
    }
}

// page: form
struct SignUp: Reducer {
    @FormState
    struct State: Codable, Equatable, Sendable {
        var name = ""
        @Secret var password = ""
        @Secret var repeated = ""
        var seats = 1
        var answer: Answer?
        var hasTried = false
        var isWaiting = false

        struct Answer: Codable, Equatable, Sendable {
            var name: String
            var isFree: Bool
        }
    }

    @CasePathable
    enum Action: BindableAction, Codable, Equatable, Sendable {
        case change(StateChange<State>)
        case answered(State.Answer)
        case submit
        case output(Output)

        @CasePathable
        enum Output: Codable, Equatable, Sendable { case signedUp(name: String) }
    }

    @Dependency(\.names) var names
    @Dependency(\.clock) var clock

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .change(let change):
                change.apply(to: &state)
                state.isWaiting = false
                if change.concerns(\.seats) { state.seats = min(max(state.seats, 1), 8) }
                return .none
            case .answered(let answer):
                state.answer = answer
                return state.submitted()
            case .submit:
                state.hasTried = true
                state.isWaiting = true
                return state.submitted()
            case .output: return .none
            }
        }
        .feedback(\.question) { [names, clock] name, send in
            try await clock.sleep(for: .milliseconds(300))
            let isFree = (try? await names.isFree(name: name)) ?? true
            await send(.answered(State.Answer(name: name, isFree: isFree)))
        }
    }
}
// page: end

// page: rules
extension SignUp.State {
    enum Field: CaseIterable { case name, password, repeated }

    var problems: [Field: String] {
        var problems: [Field: String] = [:]
        if name.isEmpty { problems[.name] = "Enter a name." }
        if answer == Answer(name: name, isFree: false) { problems[.name] = "\(name) is taken." }
        if password.count < 8 { problems[.password] = "Use 8 letters or more." }
        if repeated != password { problems[.repeated] = "Enter the same password twice." }
        return problems
    }

    var shownProblems: [Field: String] { hasTried ? problems : [:] }
}
// page: end

// page: question
extension SignUp.State {
    var question: String? { name.isEmpty || answer?.name == name ? nil : name }
}
// page: end

// page: submit
extension SignUp.State {
    mutating func submitted() -> Effect<SignUp.Action> {
        guard isWaiting, question == nil || !problems.isEmpty else { return .none }
        isWaiting = false
        return problems.isEmpty ? .send(.output(.signedUp(name: name))) : .none
    }
}
// page: end

/// The examples of the article.
@MainActor
struct FormsArticle {
    let printed = Printed()

    private func makeStore() -> StoreOf<SignUp> {
        Store(initialState: SignUp.State()) {
            SignUp()
        } dependencies: {
            $0.names.isFree = { _ in true }
        }
    }

    func bound() -> [String] {
        let printed = printed
        func print(_ text: String) { printed.append(text) }
        // page: bind
        let store = Store(initialState: SignUp.State()) { SignUp() }
        store.send(.change(StateChange(\.name, of: store.state, to: "Ada")))
        store.send(.change(StateChange(\.seats, of: store.state, to: 50)))
        print("\(store.name) \(store.seats)")  // prints Ada 8
        // page: end
        store.close()
        return printed.lines
    }

    func inTheTerminal() -> [String] {
        let store = makeStore()
        let printed = printed
        func print(_ text: String) { printed.append(text) }
        // page: terminal
        let token = store.observe(\.shownProblems) { problems in
            for field in SignUp.State.Field.allCases { problems[field].map { print("\(field): \($0)") } }
        }
        store.send(.submit)  // prints "name: Enter a name.", then "password: Use 8 letters or more."
        // page: end
        withExtendedLifetime(token) {}
        return printed.lines
    }

    func tested() async -> [String] {
        let printed = printed
        func print(_ text: String) { printed.append(text) }
        // page: test
        let clock = TestClock()
        let store = TestStore(initialState: SignUp.State(password: "12345678", repeated: "12345678")) {
            SignUp()
        } dependencies: {
            $0.clock = clock
            $0.names.isFree = { name in name != "ada" }
        }
        await store.send(.change(StateChange(\.name, from: "", to: "a"))) { $0.name = "a" }
        await clock.advance(by: .milliseconds(200))
        await store.send(.change(StateChange(\.name, from: "a", to: "ada"))) { $0.name = "ada" }
        await store.send(.submit) {
            $0.hasTried = true
            $0.isWaiting = true
        }
        await clock.advance(by: .milliseconds(300))  // the request for "a" was cancelled
        await store.receive(\.answered) {
            $0.answer = SignUp.State.Answer(name: "ada", isFree: false)
            $0.isWaiting = false
        }
        let problems = store.state.shownProblems
        print("\(problems[.name] ?? "")")  // prints ada is taken.
        // page: end
        return printed.lines
    }

    func accepted() async {
        let clock = TestClock()
        let state = SignUp.State(name: "ada", password: "12345678", repeated: "12345678")
        let store = TestStore(initialState: state) {
            SignUp()
        } dependencies: {
            $0.clock = clock
            $0.names.isFree = { _ in throw CancellationError() }
        }
        await store.send(.submit) {
            $0.hasTried = true
            $0.isWaiting = true
        }
        await clock.advance(by: .milliseconds(300))
        await store.receive(\.answered) {
            $0.answer = SignUp.State.Answer(name: "ada", isFree: true)
            $0.isWaiting = false
        }
        await store.receive(\.output.signedUp)
    }

    func coded() throws -> [String] {
        let printed = printed
        func print(_ text: String) { printed.append(text) }
        func print(_ isTrue: Bool) { printed.append("\(isTrue)") }
        // page: code
        let change = SignUp.Action.change(StateChange(\.name, from: "", to: "Ada"))
        print("\(change)")  // prints change(\.name = "Ada")
        let code = try JSONEncoder().encode(change)
        let decoded = try JSONDecoder().decode(SignUp.Action.self, from: code)
        print(decoded == change)  // prints true
        let secret = SignUp.Action.change(StateChange(\.password, from: "", to: "swordfish"))
        print("\(secret)")  // prints change(\.password = •••)
        // page: end
        return printed.lines
    }
}
