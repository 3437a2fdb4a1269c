// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import MobiusCore

private struct Model { var values: [Int] }

private enum Event { case increment(Int) }

private enum NoWork {}

private struct NoHandler: Connectable {
    func connect(_ consumer: @escaping Consumer<Event>) -> Connection<NoWork> {
        Connection(acceptClosure: { _ in }, disposeClosure: {})
    }
}

/// Observers receive the whole model, and compare the part that they show, as ReSwift does for its
/// subscribers.
@MainActor
private func timeOfMobius(_ size: Int, observers: Int) async -> Double {
    let loop = Mobius.loop(
        update: { (model: Model, event: Event) -> Next<Model, NoWork> in
            var model = model
            if case .increment(let id) = event { model.values[id] &+= 1 }
            return .next(model)
        },
        effectHandler: NoHandler()
    ).start(from: Model(values: Array(repeating: 0, count: size)))
    var sum = 0
    let tokens = (0..<observers).map { number in
        var last = -1
        return loop.addObserver { model in
            let value = model.values[number % size]
            guard value != last else { return }
            last = value
            sum &+= value
        }
    }
    let time = await least { count in for _ in 0..<count { loop.dispatchEvent(.increment(size / 2)) } }
    return withExtendedLifetime(tokens) { time }
}

@MainActor
func measureMobius() async -> Row {
    var row = Row(name: "Mobius")
    row.send = await timeOfMobius(1, observers: 0)
    row.observers = await timeOfMobius(1, observers: 10)
    for size in sizes { row.growth[size] = await timeOfMobius(size, observers: size) }
    return row
}
