// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A feature that implements its reducer by hand, and reads a dependency.
struct EngineFeature<Part: EnginePart>: Reducer {
    let number: Int
    let world: EngineWorld
    @Dependency(\.engineNumber) var dependency

    func reduce(into state: inout Part, action: EngineAction) -> Effect<EngineAction> {
        guard case .own(let command) = action else {
            state.fields.note(number + 500)
            return .none
        }
        state.fields.note(number &+ dependency &* 7_919)
        state.fields.apply(command)
        guard case .work(let work) = command else { return .none }
        return world.effect(work, of: number)
    }
}

/// Reads the dependency in a closure.
struct EngineNumber: Sendable {
    @Dependency(\.engineNumber) var value
}

enum EngineNumberKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

extension Dependencies {
    /// A number that random trees override.
    var engineNumber: Int {
        get { self[EngineNumberKey.self] }
        set { self[EngineNumberKey.self] = newValue }
    }
}
