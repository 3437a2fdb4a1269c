// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension EngineBuilder {
    func attach<Part: EnginePart, Base: Reducer<Part, EngineAction>>(
        _ slot: EngineSlot,
        _ child: EngineTree,
        to base: Base
    ) -> any Reducer<Part, EngineAction> { Part.attach(slot, child, to: base, self) }

    func erased<Part: EnginePart, Base: Reducer<Part, EngineAction>>(
        _ base: Base
    ) -> any Reducer<Part, EngineAction> { AnyReducer(base) }

    func filter<Part: EnginePart, Base: Reducer<Part, EngineAction>>(
        _ base: Base
    ) -> any Reducer<Part, EngineAction> { base.filter { $0.fields.isOpen } }

    func wrapped<Part: EnginePart, Base: Reducer<Part, EngineAction>>(
        _ base: Base,
        _ number: Int
    ) -> any Reducer<Part, EngineAction> {
        base.wrapped { state, action, reduce in
            let turns = state.fields.turns(of: number)
            state.fields.note(number)
            var effect = Effect<EngineAction>.none
            for _ in 0..<turns { effect = effect.merge(with: reduce(&state, action)) }
            state.fields.note(number + 500)
            return effect
        }
    }

    func depend<Part: EnginePart, Base: Reducer<Part, EngineAction>>(
        _ base: Base,
        _ value: Int
    ) -> any Reducer<Part, EngineAction> {
        base.dependency(\.engineNumber, value)
    }

    func watch<Part: EnginePart, Base: Reducer<Part, EngineAction>>(
        _ base: Base,
        _ number: Int,
        _ change: EngineChange
    ) -> any Reducer<Part, EngineAction> {
        let watched = { (state: Part) in change.isCount ? state.fields.count : state.fields.query ?? -1 }
        let dependency = EngineNumber()
        let mark = { (old: Int, new: Int, state: inout Part) in
            state.fields.mark &+= EngineFields.mark(number, old, new) &+ dependency.value
        }
        switch change.answer {
        case .mark: return base.onChange(of: watched, update: { old, new, state in mark(old, new, &state) })
        case .send:
            return base.onChange(of: watched) { old, new, state in
                mark(old, new, &state)
                return .send(.own(.gate))
            }
        case .run:
            return base.onChange(of: watched) { [world] old, new, state in
                mark(old, new, &state)
                return world.run(world.makeName(number))
            }
        }
    }

    func feed<Part: EnginePart, Base: Reducer<Part, EngineAction>>(
        _ base: Base,
        _ number: Int,
        _ kind: EngineFeedback
    ) -> any Reducer<Part, EngineAction> {
        let world = world
        let dependency = EngineNumber()
        let operation: @Sendable (EngineQuery, Send<EngineAction>) async throws -> Void = { query, send in
            await world.operate(query.name(number), send)
        }
        switch kind {
        case .one:
            return base.feedback(
                { state in state.fields.query.map { EngineQuery(state.fields.home, $0, dependency.value) } },
                operation: operation
            )
        case .each:
            return base.feedback(
                each: { state in
                    Set(state.fields.queries.map { EngineQuery(state.fields.home, $0, dependency.value) })
                },
                operation: operation
            )
        case .keyed:
            return base.feedback(
                eachEntry: { state in
                    state.fields.requests.mapValues { EngineQuery(state.fields.home, $0, dependency.value) }
                },
                operation: { key, query, send in await world.operate(query.name(number, key), send) }
            )
        }
    }
}

/// The query of a feedback, with the place of the state that contains it.
struct EngineQuery: Hashable, Sendable {
    let home: Int
    let query: Int
    let dependency: Int

    init(_ home: Int, _ query: Int, _ dependency: Int) {
        self.home = home
        self.query = query
        self.dependency = dependency
    }

    func name(_ feedback: Int, _ key: Int = 0) -> String {
        "\(feedback) \(home) \(key) \(query) \(dependency)"
    }
}

extension EngineFields {
    /// The mark that an answer to a change adds.
    static func mark(_ number: Int, _ old: Int, _ new: Int) -> Int {
        number &* 1_009 &+ old &* 31 &+ new &* 7
    }
}

extension EngineTree {
    /// One round of a tree that contains itself, which contains the next.
    var unrolled: EngineTree {
        guard case .loop(let number, let tree) = self else { return self }
        return .attach(.attach(tree, number, .optional, self), number, .rows, self)
    }
}
