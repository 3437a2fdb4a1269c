// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// Makes the reducers of a described tree, each of its own static type.
final class EngineBuilder {
    let world: EngineWorld
    private var generator: SeededGenerator

    init(_ world: EngineWorld, seed: UInt64) {
        self.world = world
        generator = SeededGenerator(seed: seed)
    }

    /// Which of several ways to write the same is taken.
    func nextForm(_ count: Int) -> Int { generator.number(0..<count) }

    /// The part that the first action creates in a parent, if any.
    static func created(in fields: EngineFields) -> EngineFields? {
        fields.isOpen ? fields.child(fields.count & 3, at: .optional) : nil
    }

    func build<Part: EnginePart>(_ tree: EngineTree, for part: Part.Type) -> any Reducer<Part, EngineAction> {
        switch tree {
        case .empty: EmptyReducer<Part, EngineAction>()
        case .own(let number): own(number, part)
        case .update(let number): update(number, part)
        case .feature(let number): EngineFeature<Part>(number: number, world: world)
        case .body(let tree): EngineBody { self.build(tree, for: part) }
        case .combined(let trees): combined(trees, part)
        case .scope(_, let slot, let tree): Part.scope(slot, tree, self)
        case .loop: EngineBody { self.build(tree.unrolled, for: part) }
        case .erased(let tree): erased(build(tree, for: part))
        case .wrapped(let tree, let number): wrapped(build(tree, for: part), number)
        case .attach(let parent, _, let slot, let child): attach(slot, child, to: build(parent, for: part))
        case .filter(_, let tree): filter(build(tree, for: part))
        case .change(let tree, let number, let change): watch(build(tree, for: part), number, change)
        case .feedback(let tree, let number, let kind): feed(build(tree, for: part), number, kind)
        case .dependency(let tree, let value): depend(build(tree, for: part), value)
        }
    }

    private func own<Part: EnginePart>(_ number: Int, _: Part.Type) -> any Reducer<Part, EngineAction> {
        Reduce<Part, EngineAction> { [world] state, action in
            guard case .own(let command) = action else {
                state.fields.note(number + 500)
                return .none
            }
            state.fields.note(number)
            state.apply(command)
            guard case .work(let work) = command else { return .none }
            return world.effect(work, of: number)
        }
    }

    private func update<Part: EnginePart>(_ number: Int, _: Part.Type) -> any Reducer<Part, EngineAction> {
        Update<Part, EngineAction> { state, action in
            guard case .own(let command) = action else { return state.fields.note(number + 500) }
            state.fields.note(number)
            state.fields.apply(command)
        }
    }

    private func combined<Part: EnginePart>(
        _ trees: [EngineTree],
        _ part: Part.Type
    ) -> any Reducer<Part, EngineAction> {
        let reducers = trees.map { build($0, for: part) }
        func both<First: Reducer<Part, EngineAction>, Second: Reducer<Part, EngineAction>>(
            _ first: First,
            _ second: Second
        ) -> any Reducer<Part, EngineAction> {
            @ReducerBuilder<Part, EngineAction> func block() -> some Reducer<Part, EngineAction> {
                first
                second
            }
            return nextForm(2) == 0 ? combine(first, second) : block()
        }
        @ReducerBuilder<Part, EngineAction> func loop() -> some Reducer<Part, EngineAction> {
            for reducer in reducers { AnyReducer(erasing: reducer) }
        }
        guard var whole = reducers.first else { return EmptyReducer<Part, EngineAction>() }
        switch (nextForm(4), reducers.count) {
        case (0, _): return loop()
        case (1, 1): return combine(whole)
        case (1, 2): return combine(whole, reducers[1])
        default:
            for reducer in reducers.dropFirst() { whole = both(whole, reducer) }
            return whole
        }
    }
}

extension AnyReducer {
    init(erasing reducer: any Reducer<State, Action>) { self.init(reducer) }
}
