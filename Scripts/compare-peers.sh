#!/usr/bin/env bash
# Sends, effects and observers, beside those of other libraries whose sources are at hand.
#
#     RESWIFT=~/src/ReSwift MOBIUS=~/src/Mobius.swift ACTOMATON=~/src/Actomaton ONEWAY=~/src/OneWay Scripts/compare-peers.sh
#
# Each path is a checkout; one that is not given is left out. Nothing of theirs is in this repository: the package that
# compares them is made in a directory of its own, which SCRATCH names (`Benchmarks/.build/peers` otherwise), and gets what
# they depend on from where their manifests say.
#
# A number is nanoseconds, the least of a hundred rounds in one process. A dash is what a library does not have: effects in
# ReSwift and, as something that takes a task, in Mobius; observers by value in Actomaton, several observers of one store in OneWay.
#
# The second table says how a send grows: one of N values changes, and each of the N has an observer. `Scripts/plots.py` draws
# the rows that are kept in `Benchmarks/Growth.txt`.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
scratch=${SCRATCH:-$repository/Benchmarks/.build/peers}
sources=$scratch/Sources/Compare
rm -rf "$sources"
mkdir -p "$sources"

dependencies="" products="" rows=""
# Adds a library: its name, its checkout if that is given, and its product. Its source is read from the standard input.
add() {
    local name=$1 path=$2 product=${3:-$1}
    if [ -z "$path" ]; then
        cat > /dev/null
        echo "$name is left out: no path to it was given."
        return
    fi
    path=$(cd "$path" && pwd)
    dependencies+="        .package(name: \"$name\", path: \"$path\"),"$'\n'
    products+="            .product(name: \"$product\", package: \"$name\"),"$'\n'
    rows+="rows.append(await measure$name())"$'\n'
    [ "$path" = "$repository" ] || echo "$name $(git -C "$path" describe --tags --always)"
    cat > "$sources/$name.swift"
}

cat > "$sources/Measuring.swift" <<'SWIFT'
/// What was measured of one library, in nanoseconds.
struct Row {
    let name: String
    var send: Double?
    var effect: Double?
    var observers: Double?
    /// A send that changes one of as many observed values.
    var growth: [Int: Double] = [:]
}

let sizes = [10, 100, 1_000, 10_000]

private let clock = ContinuousClock()

private func nanoseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) * 1e-9
}

/// The least time of one run, over a hundred rounds of at least 0.4 ms.
@MainActor
func least(_ work: (Int) async -> Void) async -> Double {
    var count = 1
    while true {
        let start = clock.now
        await work(count)
        if clock.now - start >= .microseconds(400) { break }
        count *= 2
    }
    var least = Double.infinity
    for _ in 0..<100 {
        let start = clock.now
        await work(count)
        least = min(least, nanoseconds(clock.now - start) / Double(count))
    }
    return least
}
SWIFT

add Tributary "$repository" TributaryCore <<'SWIFT'
import TributaryCore

private struct Counter: TributaryCore.Reducer {
    struct State { var count = 0 }
    enum Action: Sendable { case increment, work }
    func reduce(into state: inout State, action: Action) -> TributaryCore.Effect<Action> {
        switch action {
        case .increment:
            state.count &+= 1
            return .none
        case .work:
            return .run { send in await send(.increment) }
        }
    }
}

private struct Values: TributaryCore.Reducer {
    struct Value: TributaryCore.Reducer {
        struct State: Identifiable {
            let id: Int
            var count = 0
        }
        enum Action: Sendable { case increment }
        func reduce(into state: inout State, action: Action) -> TributaryCore.Effect<Action> {
            state.count &+= 1
            return .none
        }
    }
    struct State {
        var values: IdentifiedArray<Int, Value.State>
        init(count: Int) { values = IdentifiedArray(uniqueElements: (0..<count).map { Value.State(id: $0) }) }
    }
    enum Action: CasePathable {
        case values(IdentifiedAction<Int, Value.Action>)
        struct AllCasePaths: Sendable {
            var values: CasePath<Action, IdentifiedAction<Int, Value.Action>> {
                CasePath(embed: Action.values) { if case .values(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some TributaryCore.Reducer<State, Action> {
        EmptyReducer().forEach(\.values, action: \.values) { Value() }
    }
}

@MainActor
private func growthOfTributary(_ size: Int) async -> Double {
    let store = TributaryCore.Store(initialState: Values.State(count: size)) { Values() }
    let rows = Array(store.scope(state: \.values, action: \.values))
    var sum = 0
    let tokens = rows.map { $0.observe(\.count) { sum &+= $0 } }
    let time = await least { count in
        for _ in 0..<count { store.send(.values(.element(id: size / 2, action: .increment))) }
    }
    return withExtendedLifetime((rows, tokens)) { time }
}

@MainActor
func measureTributary() async -> Row {
    let store = TributaryCore.Store(initialState: Counter.State()) { Counter() }
    var row = Row(name: "Tributary")
    row.send = await least { count in for _ in 0..<count { store.send(.increment) } }
    row.effect = await least { count in for _ in 0..<count { await store.send(.work).finish() } }
    var sum = 0
    let tokens = (0..<10).map { _ in store.observe({ $0.count }) { sum &+= $0 } }
    row.observers = await least { count in for _ in 0..<count { store.send(.increment) } }
    for size in sizes { row.growth[size] = await growthOfTributary(size) }
    return withExtendedLifetime(tokens) { row }
}
SWIFT

add ReSwift "${RESWIFT:-}" <<'SWIFT'
import ReSwift

private struct Increment: ReSwift.Action {}

private struct IncrementOne: ReSwift.Action { let id: Int }

private struct Counted { var count = 0 }

private struct Values { var values: [Int] }

private final class Subscriber: ReSwift.StoreSubscriber {
    var sum = 0
    func newState(state: Int) { sum &+= state }
}

@MainActor
private func growthOfReSwift(_ size: Int) async -> Double {
    let store = ReSwift.Store<Values>(
        reducer: { action, state in
            var state = state ?? Values(values: [])
            if let action = action as? IncrementOne { state.values[action.id] &+= 1 }
            return state
        },
        state: Values(values: Array(repeating: 0, count: size))
    )
    let subscribers = (0..<size).map { _ in Subscriber() }
    for (id, subscriber) in subscribers.enumerated() {
        store.subscribe(subscriber) { $0.select { $0.values[id] } }
    }
    let time = await least { count in for _ in 0..<count { store.dispatch(IncrementOne(id: size / 2)) } }
    return withExtendedLifetime(subscribers) { time }
}

@MainActor
func measureReSwift() async -> Row {
    let store = ReSwift.Store<Counted>(
        reducer: { action, state in
            var state = state ?? Counted()
            if action is Increment { state.count &+= 1 }
            return state
        },
        state: Counted()
    )
    var row = Row(name: "ReSwift")
    row.send = await least { count in for _ in 0..<count { store.dispatch(Increment()) } }
    let subscribers = (0..<10).map { _ in Subscriber() }
    for subscriber in subscribers { store.subscribe(subscriber) { $0.select { $0.count } } }
    row.observers = await least { count in for _ in 0..<count { store.dispatch(Increment()) } }
    for size in sizes { row.growth[size] = await growthOfReSwift(size) }
    return withExtendedLifetime(subscribers) { row }
}
SWIFT

add Mobius "${MOBIUS:-}" MobiusCore <<'SWIFT'
import MobiusCore

private struct Model { var values: [Int] }

private enum Event { case increment(Int) }

private enum NoWork {}

private struct NoHandler: Connectable {
    func connect(_ consumer: @escaping Consumer<Event>) -> Connection<NoWork> {
        Connection(acceptClosure: { _ in }, disposeClosure: {})
    }
}

/// Observers get the whole model, and compare what they show, as ReSwift does for its subscribers.
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
SWIFT

add Actomaton "${ACTOMATON:-}" <<'SWIFT'
import Actomaton

private enum Action: Sendable { case increment, work }

@MainActor
func measureActomaton() async -> Row {
    let store = Actomaton<Action, Int, Never>(
        state: 0,
        reducer: .init { action, state, _ in
            switch action {
            case .increment:
                state &+= 1
                return .empty
            case .work:
                return Effect { _ in .increment }
            }
        }
    )
    var row = Row(name: "Actomaton")
    row.send = await least { count in for _ in 0..<count { await store.send(.increment) } }
    row.effect = await least { count in
        for _ in 0..<count {
            let before = await store.state
            await store.send(.work)
            while await store.state == before { await Task.yield() }
        }
    }
    return row
}
SWIFT

add OneWay "${ONEWAY:-}" <<'SWIFT'
import OneWay

private struct Counter: OneWay.Reducer {
    enum Action: Sendable { case increment, work }
    func reduce(state: inout Int, action: Action) -> AnyEffect<Action> {
        switch action {
        case .increment:
            state &+= 1
            return .none
        case .work:
            return .single { .increment }
        }
    }
}

@MainActor
func measureOneWay() async -> Row {
    let store = OneWay.Store(reducer: Counter(), state: 0)
    var row = Row(name: "OneWay")
    row.send = await least { count in for _ in 0..<count { await store.send(.increment) } }
    row.effect = await least { count in
        for _ in 0..<count {
            let before = await store.state
            await store.send(.work)
            while await store.state == before { await Task.yield() }
        }
    }
    return row
}
SWIFT

cat > "$sources/main.swift" <<SWIFT
var rows: [Row] = []
$rows
func cell(_ value: Double?) -> String {
    let text = value.map { "\(Int(\$0.rounded()))" } ?? "–"
    return String(repeating: " ", count: max(0, 26 - text.count)) + text
}
print("ns" + String(repeating: " ", count: 12) + ["one send", "an effect, there and back", "a send with 10 observers"]
    .map { String(repeating: " ", count: 26 - \$0.count) + \$0 }.joined())
for row in rows {
    let name = row.name + String(repeating: " ", count: 14 - row.name.count)
    print(name + cell(row.send) + cell(row.effect) + cell(row.observers))
}
print("\n# ns of a send that changes one of N observed values, for N of " + sizes.map { "\\(\$0)" }.joined(separator: ", "))
for row in rows where !row.growth.isEmpty {
    print(([row.name] + sizes.map { "\\(Int((row.growth[\$0] ?? 0).rounded()))" }).joined(separator: " "))
}
SWIFT

cat > "$scratch/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "compare",
    platforms: [.macOS("15.4")],
    dependencies: [
$dependencies    ],
    targets: [
        .executableTarget(name: "Compare", dependencies: [
$products        ])
    ]
)
SWIFT

swift build --package-path "$scratch" -c release --quiet
"$scratch/.build/release/Compare"
