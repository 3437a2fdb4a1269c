// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary
import TributaryTesting

/// A feature of an example, with all that its users may do.
struct CheckedFlow<Feature: Reducer>
where Feature.State: Hashable & Sendable, Feature.Action: Hashable & Sendable {
    let name: String
    let feature: () -> Feature
    let state: Feature.State
    let actions: (Feature.State) -> [Feature.Action]
    let claims: [Claim<Feature.State>]
    var rules = Rules<Feature.State, Feature.Action>()
    var limits = CheckLimits()
    let dependencies: (inout Dependencies, Answers) -> Void

    /// Visits every situation.
    func result() async -> CheckResult<Feature.State, Feature.Action, NoWorld> {
        await check(
            feature(),
            initialState: state,
            actions: actions,
            properties: claims.map { $0.property { $0 } } + [.effectsEnd, .noUnhandledAction],
            limits: limits
        ) {
            dependencies(&$0, Answers())
        }
    }
}

/// A property of a feature's state, which may be a part of another.
struct Claim<State> {
    enum Kind { case always, eventually, sometimes }

    let kind: Kind
    let name: String
    let holds: (_ state: State, _ effectsInFlight: Int) -> Bool

    static func always(_ name: String, _ holds: @escaping (State) -> Bool) -> Claim {
        Claim(kind: .always, name: name) { state, _ in holds(state) }
    }

    static func alwaysInFlight(_ name: String, _ holds: @escaping (State, Int) -> Bool) -> Claim {
        Claim(kind: .always, name: name, holds: holds)
    }

    static func eventually(_ name: String, _ holds: @escaping (State) -> Bool) -> Claim {
        Claim(kind: .eventually, name: name) { state, _ in holds(state) }
    }

    static func sometimes(_ name: String, _ holds: @escaping (State) -> Bool) -> Claim {
        Claim(kind: .sometimes, name: name) { state, _ in holds(state) }
    }

    /// The property of a state that has this one as a part.
    func property<Whole>(_ part: @escaping (Whole) -> State) -> Property<Whole, NoWorld> {
        let holds = { [holds] (situation: Situation<Whole, NoWorld>) in
            holds(part(situation.state), situation.effectsInFlight)
        }
        return switch kind {
        case .always: .always(name, holds)
        case .eventually: .eventually(name, holds)
        case .sometimes: .sometimes(name, holds)
        }
    }
}

/// The answers of dependencies: a check tries all of them, and a scenario has the one that its number names.
struct Answers: Sendable {
    var number: Int?

    func callAsFunction<Answer: Hashable & Sendable>(_ question: String, _ answers: [Answer]) async -> Answer?
    {
        guard let number else { return try? await choose(question, from: answers) }
        return answers[(number + question.utf8.reduce(0) { $0 + Int($1) }) % answers.count]
    }
}
