// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A feature with a body, made when the tree around it is resolved.
struct EngineBody<Part: EnginePart>: Reducer {
    let make: () -> any Reducer<Part, EngineAction>

    init(_ make: @escaping () -> any Reducer<Part, EngineAction>) { self.make = make }

    var body: some Reducer<Part, EngineAction> { Opened(base: make()) }

    /// A reducer whose type is known when it is resolved, and not before.
    private struct Opened: Reducer {
        let base: any Reducer<Part, EngineAction>

        func reduce(into state: inout Part, action: EngineAction) -> Effect<EngineAction> {
            base.reduce(into: &state, action: action)
        }

        func resolve(in context: ReducerContext) -> ReducerFunction<Part, EngineAction> {
            base.resolve(in: context)
        }
    }
}
