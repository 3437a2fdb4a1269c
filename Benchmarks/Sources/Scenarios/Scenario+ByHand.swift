// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Level1
import Level2
import Level3
import Level4
import Level5

extension Scenario {
    /// Sends to five features that are composed without this library: by functions that the compiler inlines,
    /// and by classes that store a closure, as in an app whose features do not know each other.
    static let byHand = [
        Scenario("send/flat/by-hand/closure", baseline: "send/flat/by-hand") {
            let keeper = Keeper<Feature5.State, Feature5.Action>(Feature5.State()) { reduceByHand5(&$0, $1) }
            return { count in for _ in 0..<count { keeper.send(.increment) } }
        },
        Scenario("send/deep5/by-hand/text") {
            let box = Box(Feature1.State())
            let text = longText
            return { count in
                for _ in 0..<count {
                    reduceByHand1(&box.value, .child(.child(.child(.child(.rename(text))))))
                }
            }
        },
        Scenario("send/deep5/by-hand/closures", baseline: "send/deep5/by-hand") {
            let keeper = Keeper<Feature1.State, Feature1.Action>.five()
            return { count in
                for _ in 0..<count { keeper.send(.child(.child(.child(.child(.increment))))) }
            }
        },
        Scenario("send/deep5/by-hand/closures/text", baseline: "send/deep5/by-hand/text") {
            let keeper = Keeper<Feature1.State, Feature1.Action>.five()
            let text = longText
            return { count in
                for _ in 0..<count { keeper.send(.child(.child(.child(.child(.rename(text)))))) }
            }
        },
    ]
}

/// A text that is counted, because it is too long to be stored inline.
var longText: String { String(repeating: "a name ", count: 10) }

/// A state and the closure that changes it.
private final class Keeper<State, Action> {
    private var state: State
    private let reduce: (inout State, Action) -> Void

    init(_ state: State, _ reduce: @escaping (inout State, Action) -> Void) {
        self.state = state
        self.reduce = reduce
    }

    @inline(never)
    func send(_ action: Action) { reduce(&state, action) }

    @inline(never)
    func pass(_ action: Action, to state: inout State) { reduce(&state, action) }
}

extension Keeper where State == Feature1.State, Action == Feature1.Action {
    static func five() -> Keeper {
        let fifth = Keeper<Feature5.State, Feature5.Action>(Feature5.State()) { reduceByHand5(&$0, $1) }
        let fourth = Keeper<Feature4.State, Feature4.Action>(Feature4.State()) { state, action in
            switch action {
            case .increment: state.count &+= 1
            case .rename(let name): state.name = name
            case .child(let action): fifth.pass(action, to: &state.child)
            }
        }
        let third = Keeper<Feature3.State, Feature3.Action>(Feature3.State()) { state, action in
            switch action {
            case .increment: state.count &+= 1
            case .rename(let name): state.name = name
            case .child(let action): fourth.pass(action, to: &state.child)
            }
        }
        let second = Keeper<Feature2.State, Feature2.Action>(Feature2.State()) { state, action in
            switch action {
            case .increment: state.count &+= 1
            case .rename(let name): state.name = name
            case .child(let action): third.pass(action, to: &state.child)
            }
        }
        return Keeper(Feature1.State()) { state, action in
            switch action {
            case .increment: state.count &+= 1
            case .rename(let name): state.name = name
            case .child(let action): second.pass(action, to: &state.child)
            }
        }
    }
}

/// A variable that a closure can keep.
final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
