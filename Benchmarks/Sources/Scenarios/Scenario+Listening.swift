// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Level5
import TributaryCore

extension Scenario {
    private static let listeners = [1, 100]

    /// A property that is read outside of any tracking; a change that observers and listeners of the whole hear.
    static let listening =
        [
            Scenario("read/untracked", baseline: "read/untracked/by-hand") {
                let store = Store(initialState: Feature5.State()) { Feature5() }
                return { runs in
                    MainActor.assumeIsolated {
                        var sum = 0
                        for _ in 0..<runs { sum &+= store.count }
                        precondition(sum == 0)
                    }
                }
            },
            Scenario("read/untracked/by-hand") {
                let box = Opaque(Feature5.State())
                return { runs in
                    var sum = 0
                    for _ in 0..<runs { sum &+= box.count() }
                    precondition(sum == 0)
                }
            },
            Scenario("read/untracked/deep5-from-leaf", baseline: "read/untracked/by-hand") {
                let leaf = Root.leafStore()
                return { runs in
                    MainActor.assumeIsolated {
                        var sum = 0
                        for _ in 0..<runs { sum &+= leaf.count }
                        precondition(sum == 0)
                    }
                }
            },
            Scenario("observe/by-hand") {
                let observed = ObservedByHand()
                observed.observers = [ObservedByHand.Observer(value: 0)]
                return { runs in for _ in 0..<runs { observed.send(.increment) } }
            },
            Scenario("observe/selectors/10000/by-hand") {
                let observed = ObservedByHand()
                observed.observers = (0..<10_000).map { _ in ObservedByHand.Observer(value: 1, isFixed: true)
                }
                return { runs in for _ in 0..<runs { observed.send(.increment) } }
            },
            Scenario("observe/selectors/10000", baseline: "observe/selectors/10000/by-hand") {
                listening(10_000) { store in store.observe({ $0.count &* 0 }) { _ in } }
            },
        ]
        + listeners.flatMap { count in
            [
                Scenario("observe/changed/\(count)", baseline: "observe/by-hand") {
                    listening(count) { store in store.observe(\.count) { _ in } }
                },
                Scenario("observe/on-action/\(count)", baseline: "observe/by-hand") {
                    listening(count) { store in store.onAction { _ in } }
                },
                Scenario("observe/values/\(count)", baseline: "observe/values/by-hand") {
                    listening(count) { store in
                        store.values(\.count, bufferingPolicy: .bufferingNewest(1)).makeAsyncIterator()
                    }
                },
            ]
        } + [
            // The cost of a sequence of the standard library, for a value that replaces the one before.
            Scenario("observe/values/by-hand") {
                let (stream, continuation) = AsyncStream.makeStream(
                    of: Int.self,
                    bufferingPolicy: .bufferingNewest(1)
                )
                return { runs in
                    for run in 0..<runs { continuation.yield(run) }
                    withExtendedLifetime(stream) {}
                }
            }
        ]

    /// A store that some listen to, while it is sent one action after the other.
    @MainActor
    private static func listening(
        _ count: Int,
        listen: (Store<Feature5.State, Feature5.Action>) -> Any
    ) -> (Int) -> Void {
        let store = Store(initialState: Feature5.State()) { Feature5() }
        let tokens = (0..<count).map { _ in listen(store) }
        return { runs in
            MainActor.assumeIsolated { for _ in 0..<runs { store.send(.increment) } }
            withExtendedLifetime(tokens) {}
        }
    }
}

/// A state whose content is hidden from the compiler.
private final class Opaque {
    private var state: Feature5.State

    init(_ state: Feature5.State) { self.state = state }

    // Or else the loop that calls it would be folded into one call.
    @_optimize(none)
    func count() -> Int { state.count }
}

/// A state and closures that hear when a value in it has changed.
private final class ObservedByHand {
    struct Observer {
        var value: Int
        var isFixed = false
        var onChange: (Int) -> Void = { _ in }
    }

    private var state = Feature5.State()
    var observers: [Observer] = []

    @inline(never)
    func send(_ action: Feature5.Action) {
        reduceByHand5(&state, action)
        for index in observers.indices {
            let value = observers[index].isFixed ? 1 : state.count
            if observers[index].value != value {
                observers[index].value = value
                observers[index].onChange(value)
            }
        }
    }
}
