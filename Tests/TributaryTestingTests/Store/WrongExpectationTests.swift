// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

/// A wrong expectation fails, for every kind of test, of expectation, and of comparison.
///
/// Values that are not equatable do not compile: see `Tests/CompilerMessages`.
@MainActor
@Suite("A wrong expectation fails everywhere", .timeLimit(.minutes(30)))
struct WrongExpectationTests {
    /// A state with the values of the other, which cannot be compared as a whole.
    struct Loose: Sendable {
        var count = 0
        var other = 0
        var closure: @Sendable () -> Void = {}
    }

    struct Strict: Equatable, Sendable {
        var count = 0
        var other = 0
    }

    @CasePathable
    enum Action: Equatable, Sendable {
        case input(Input)
        case answer(Int)
        case output(Output)
    }

    @CasePathable
    enum Input: Equatable, Sendable { case up, request }

    @CasePathable
    enum Output: Equatable, Sendable { case told(Int) }

    struct Counter<State>: Reducer {
        let count: any WritableKeyPath<State, Int> & Sendable

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .input(.up): state[keyPath: count] += 1
            case .input(.request): return .run { send in await send(.answer(1)) }
            case .answer:
                state[keyPath: count] += 1
                return .send(.output(.told(1)))
            case .output: break
            }
            return .none
        }
    }

    enum Kind: CaseIterable { case store, storeActor, module }

    enum Said: CaseIterable { case sent, received, receivedByPath, asserted, explored }

    /// A wrong expectation: a missing value, a change of another value, or (only with exhaustivity) nothing.
    enum Wrong: CaseIterable {
        case value, other, nothing

        func apply<State>(
            _ state: inout State,
            _ count: WritableKeyPath<State, Int>,
            _ other: WritableKeyPath<State, Int>
        ) {
            switch self {
            case .value: state[keyPath: count] = 77
            case .other: state[keyPath: other] = 77
            case .nothing: break
            }
        }
    }

    @Test(arguments: Kind.allCases, Said.allCases)
    func `in each cell of the matrix`(kind: Kind, said: Said) async {
        for wrong in Wrong.allCases {
            for exhaustivity in [Exhaustivity.on, .off(showSkippedAssertions: false)] {
                // Without exhaustivity, nothing has to be asserted.
                if wrong == .nothing, exhaustivity != .on || said == .asserted || said == .explored {
                    continue
                }
                let cell = "\(kind) \(said) \(wrong) \(exhaustivity)"
                let strict = await failures {
                    await Self.run(kind, said, wrong, exhaustivity, \Strict.count, \.other, Strict())
                }
                #expect(!strict.isEmpty, "\(cell), Equatable")
                let loose = await failures {
                    await Self.run(kind, said, wrong, exhaustivity, \Loose.count, \.other, Loose())
                }
                #expect(!loose.isEmpty, "\(cell), comparing")
                let right = await failures {
                    await Self.run(kind, said, nil, exhaustivity, \Loose.count, \.other, Loose())
                }
                #expect(right.isEmpty, "\(cell), right: \(right.map(\.text))")
            }
        }
    }

    // Nothing is wrong if it is `nil`.
    private static func run<State: Sendable>(
        _ kind: Kind,
        _ said: Said,
        _ wrong: Wrong?,
        _ exhaustivity: Exhaustivity,
        _ count: any WritableKeyPath<State, Int> & Sendable,
        _ other: any WritableKeyPath<State, Int> & Sendable,
        _ state: State
    ) async {
        if said == .explored {
            _ = await explore { await scenario(kind, .asserted, wrong, exhaustivity, count, other, state) }
        } else {
            await scenario(kind, said, wrong, exhaustivity, count, other, state)
        }
    }

    private static func scenario<State: Sendable>(
        _ kind: Kind,
        _ said: Said,
        _ wrong: Wrong?,
        _ exhaustivity: Exhaustivity,
        _ count: any WritableKeyPath<State, Int> & Sendable,
        _ other: any WritableKeyPath<State, Int> & Sendable,
        _ state: State
    ) async {
        /// The closure of a step; `nil` if nothing is asserted.
        func changes(_ right: Int) -> ((inout State) -> Void)? {
            guard let wrong else { return { $0[keyPath: count] = right } }
            return wrong == .nothing ? nil : { wrong.apply(&$0, count, other) }
        }
        if kind == .module {
            let module = TestModule(comparing: { $0[keyPath: count] }, { $0[keyPath: other] }) {
                Module(
                    Store(initialState: state) { Counter<State>(count: count) },
                    input: \.input,
                    output: \.output,
                    state: \.self
                )
            }
            module.exhaustivity = exhaustivity
            switch said {
            case .sent: await module.send(.up, assert: changes(1))
            case .received:
                await module.send(.request)
                await module.receive(.told(1), assert: changes(1))
            case .receivedByPath:
                await module.send(.request)
                await module.receive(\.told, assert: changes(1))
            case .asserted, .explored:
                await module.send(.up) { $0[keyPath: count] = 1 }
                module.assert { changes(1)?(&$0) }
            }
            await module.skipReceivedOutputs(strict: false)
            return
        }
        let store =
            kind == .store
            ? TestStore(initialState: state, comparing: { $0[keyPath: count] }, { $0[keyPath: other] }) {
                Counter<State>(count: count)
            }
            : TestStore(comparing: { $0[keyPath: count] }, { $0[keyPath: other] }) {
                StoreActor(initialState: state) { Counter<State>(count: count) }
            }
        store.exhaustivity = exhaustivity
        switch said {
        case .sent: await store.send(.input(.up), assert: changes(1))
        case .received:
            await store.send(.input(.request))
            await store.receive(.answer(1), assert: changes(1))
        case .receivedByPath:
            await store.send(.input(.request))
            await store.receive(\.answer, assert: changes(1))
        case .asserted, .explored:
            await store.send(.input(.up)) { $0[keyPath: count] = 1 }
            store.assert { changes(1)?(&$0) }
        }
        await store.skipReceivedActions(strict: false)
    }
}
