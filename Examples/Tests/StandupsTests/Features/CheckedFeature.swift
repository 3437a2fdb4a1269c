// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A feature whose states and actions are hashed by their texts, so that every situation of it can be visited.
struct CheckedFeature<Feature: Reducer>: Reducer where Feature.State: Equatable, Feature.Action: Equatable {
    @dynamicMemberLookup
    struct State: Hashable {
        var value: Feature.State

        init(_ value: Feature.State) { self.value = value }

        subscript<Value>(dynamicMember keyPath: KeyPath<Feature.State, Value>) -> Value {
            value[keyPath: keyPath]
        }

        func hash(into hasher: inout Hasher) { hasher.combine("\(value)") }
    }

    struct Action: Hashable, CasePathable, CustomStringConvertible {
        struct AllCasePaths: Sendable {
            var value: CasePath<Action, Feature.Action> { CasePath(embed: Action.init) { $0.value } }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }

        let value: Feature.Action

        init(_ value: Feature.Action) { self.value = value }

        var description: String { "\(value)" }

        func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }

    let feature: Feature

    var body: some Reducer<State, Action> {
        Scope(state: \.value, action: \.value) { feature }
    }
}
