// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

/// One of the ways to observe the count of a tile, for tests of sentences that are to hold for all of them.
struct WayToObserve: Sendable, CustomTestStringConvertible {
    /// The cost of an action for an observation of an unchanged part.
    enum Evaluation {
        /// The value is read once in each turn.
        case everyTurn
        /// The value is read once for each action.
        case everyAction
        /// The value is not read: a collection knows which of its rows changed.
        case changedRows
    }

    /// An observation that has begun.
    @MainActor
    final class Observation {
        var heard: [Int] = []
        var kept: [Any] = []
        /// Called after each send: the Observation framework has to be registered again.
        var resume: () -> Void = {}
        /// Reads a sequence to its end, when the store is closed.
        var values: (@MainActor () async -> [Int])?

        var allHeard: [Int] { get async { await values?() ?? heard } }

        /// Receives a value; does not retain the observation, which retains its callers.
        var hear: @MainActor (Int) -> Void { { [weak self] in self?.heard.append($0) } }
    }

    let testDescription: String
    var evaluation = Evaluation.everyTurn

    /// Whether the current value is received at once (law 4).
    var hearsFirst = true

    /// Whether the value is received in the turn; otherwise an actor or an effect receives it later.
    var isSynchronous = true

    /// Whether any number of observations of one value are one.
    var isShared = false

    /// Starts to observe the tile; in rows, the one with the given identifier.
    let begin: @Sendable @MainActor (StoreOf<Board>, Int, Observation) -> Void

    @MainActor
    func observe(_ store: StoreOf<Board>, row id: Int = 0) -> Observation {
        let observation = Observation()
        begin(store, id, observation)
        return observation
    }

    static let all = atTheRoot + inScopes + inRows + companions
}

extension WayToObserve {
    static let atTheRoot = [
        WayToObserve(testDescription: "closure") { store, _, observation in
            observation.kept = [store.observe({ $0.tile.readCount }, onChange: observation.hear)]
        },
        WayToObserve(testDescription: "key path") { store, _, observation in
            observation.kept = [store.observe(\.tile.readCount, onChange: observation.hear)]
        },
        WayToObserve(testDescription: "closure that says which values are equal") { store, _, observation in
            observation.kept = [
                store.observe(\.tile.readCount, removeDuplicates: ==, onChange: observation.hear)
            ]
        },
        WayToObserve(testDescription: "sequence of values") { store, _, observation in
            let values = store.values(\.tile.readCount)
            observation.read(values)
        },
        WayToObserve(testDescription: "publisher") { store, _, observation in
            observation.kept = [
                store.observe(\.tile.readCount, removeDuplicates: nil, onChange: observation.hear)
            ]
        },
        WayToObserve(testDescription: "tracked property", isShared: true) { store, _, observation in
            observation.track { store.readCount }
        },
    ]

    static let inScopes = [
        WayToObserve(testDescription: "scope of a property") { store, _, observation in
            observation.kept = [
                store.scope(state: \.tile).observe(\.readCount, onChange: observation.hear)
            ]
        },
        WayToObserve(testDescription: "scope of an optional") { store, _, observation in
            let scope: Store<Board.Tile, Never>? = store.scope(state: \.optional, action: \.part)
            observation.kept = [scope?.observe(\.readCount, onChange: observation.hear) as Any]
        },
        WayToObserve(testDescription: "scope of a case") { store, _, observation in
            let scope = store.scope(case: \.screen.tile, action: \.part)
            observation.kept = [scope?.observe(\.readCount, onChange: observation.hear) as Any]
        },
        WayToObserve(testDescription: "scope by closures") { store, _, observation in
            let scope = store.scope(reading: \.tile, sending: { (_: Int) in nil })
            observation.kept = [scope.observe(\.readCount, onChange: observation.hear)]
        },
        WayToObserve(testDescription: "tracked property of a scope", isShared: true) {
            store,
            _,
            observation in
            let scope = store.scope(state: \.tile)
            observation.track { scope.readCount }
        },
    ]

    static let inRows = [
        WayToObserve(testDescription: "row with actions", evaluation: .changedRows) {
            store,
            id,
            observation in
            let row = store.scope(state: \.rows, action: \.rows)[id: id]
            observation.kept = [row?.observe(\.readCount, onChange: observation.hear) as Any]
        },
        WayToObserve(testDescription: "row", evaluation: .changedRows) { store, id, observation in
            let row = store.scope(rows: \.rows)[id: id]
            observation.kept = [row?.observe(\.readCount, onChange: observation.hear) as Any]
        },
        WayToObserve(testDescription: "values of a row", evaluation: .changedRows) { store, id, observation in
            guard let values = store.scope(rows: \.rows)[id: id]?.values(\.readCount) else { return }
            observation.read(values)
        },
        WayToObserve(testDescription: "tracked row", evaluation: .changedRows) { store, id, observation in
            let row = store.scope(rows: \.rows)[id: id]
            observation.track { row?.readCount ?? -1 }
        },
        WayToObserve(testDescription: "component of a row", evaluation: .changedRows) {
            store,
            id,
            observation in
            guard let row = store.scope(rows: \.rows)[id: id] else { return }
            let label = Label(observation)
            observation.kept = [label, label.connect(to: row, state: \.readCount)]
        },
    ]

    static let companions = [
        WayToObserve(testDescription: "component") { store, _, observation in
            let label = Label(observation)
            observation.kept = [label, label.connect(to: store, state: \.tile.readCount)]
        },
        WayToObserve(testDescription: "component with a mapping") { store, _, observation in
            let label = Label(observation)
            observation.kept = [label, label.connect(to: store, state: \.tile.readCount) { $0 }]
        },
        WayToObserve(testDescription: "component on an actor", isSynchronous: false) {
            store,
            _,
            observation in
            let archive = Archive()
            observation.kept = [archive, archive.connect(to: store, state: \.tile.readCount)]
        },
        WayToObserve(testDescription: "service", evaluation: .everyAction, hearsFirst: false) {
            store,
            _,
            observation in
            observation.kept = [store.attach(Following(hear: observation.hear))]
        },
        WayToObserve(testDescription: "feedback", evaluation: .everyAction, isSynchronous: false) {
            store,
            _,
            observation in
            observation.kept = [store.attach(Feedback(\.tile.readCount) { _, _ in })]
        },
    ]
}

extension WayToObserve.Observation {
    /// Reads a sequence when it has ended.
    fileprivate func read(_ sequence: AsyncStream<Int>) {
        values = {
            var values: [Int] = []
            for await value in sequence { values.append(value) }
            return values
        }
    }

    /// Reads a value while the Observation framework tracks it, now and whenever it has changed.
    fileprivate func track(_ read: @escaping () -> Int) {
        nonisolated(unsafe) var hasChanged = true
        resume = { [unowned self] in
            guard hasChanged else { return }
            hasChanged = false
            withObservationTracking {
                hear(read())
            } onChange: {
                hasChanged = true
            }
        }
        resume()
    }
}

private final class Label: Component {
    private let hear: @MainActor (Int) -> Void

    init(_ observation: WayToObserve.Observation) { hear = observation.hear }

    func render(_ props: Int) { hear(props) }
}

private actor Archive: ServiceComponent {
    func render(_ props: Int) async {}
}

private struct Following: Service {
    let hear: @MainActor (Int) -> Void

    func detail(of state: Board.State) -> Int { state.tile.readCount }

    func stateChanged(from old: Int, to new: Int, store: StoreHandle<Board.State, Board.Action>) {
        MainActor.assumeIsolated { hear(new) }
    }
}
