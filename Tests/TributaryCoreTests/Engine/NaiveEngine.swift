// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A store, done naively: it copies the state and compares everything.
final class NaiveEngine {
    /// Is told of an end.
    typealias Completion = (NaiveEngine) -> Void

    var state: NaiveState
    let tree: EngineTree
    var mounts: [(number: Int, tree: EngineTree)] = []
    var reducers = NaiveReducers()
    var events: [EngineEvent] = []
    var isClosed = false

    /// An action that waits, with the place that sent it, and as much of that as has gone away since.
    struct Waiting {
        var message: EngineMessage
        var origin: EngineEvent.Origin
        var sender: NaivePlace?
        var ended: NaivePlace?
    }

    var queue: [Waiting] = []
    var isTurning = false

    // Effects.
    var runs: [Int: NaiveRun] = [:]
    var lastRun = 0
    var begun: [NaiveRun] = []
    var cancelled: [NaiveRun] = []
    var asked: [NaiveReducers.Ask: NaiveIdentifier] = [:]
    var lastFeedback = 0
    var started: [String] = []
    /// Counts what happens to effects.
    var time = 0

    // Observers.
    var observers: [Int: NaiveObserver] = [:]
    var lastObserver = 0

    init(_ state: NaiveState, _ tree: EngineTree) {
        self.state = state
        self.tree = tree
        reducers.prime(tree, state, in: context())
        answerFeedbacks()
        startBegun()
        finishCancelled()
    }

    func context(mount: Int = 0) -> NaiveReducers.Context {
        NaiveReducers.Context(place: NaivePlace(mount: mount))
    }

    /// Sends actions in one turn; between turns, lets go on what they cancelled.
    func send(_ messages: [EngineMessage], origin: EngineEvent.Origin = .store) {
        guard !isClosed else { return events += messages.map { _ in .complaint(.sendAfterClose) } }
        queue += messages.map { Waiting(message: $0, origin: origin) }
        runTurn()
    }

    /// Puts into the queue what effects send while an action is at work, and reduces the rest at once.
    func deliver(_ message: EngineMessage, from place: NaivePlace) {
        if isTurning {
            queue.append(Waiting(message: message.behind(place.way), origin: .reducer, sender: place))
        } else {
            send([message.behind(place.way)], origin: .effect)
        }
    }

    private func runTurn() {
        guard !isTurning else { return }
        isTurning = true
        while !queue.isEmpty {
            while !queue.isEmpty, !isClosed {
                reduce(queue.removeFirst())
            }
            notify()
        }
        isTurning = false
    }

    private func reduce(_ waiting: Waiting) {
        let message = waiting.message
        reducers.begin(state, passingOver: waiting.ended)
        // All reducers, then all answers to changes: these see what any of the reducers did.
        let trees = [(number: 0, tree: tree)] + mounts
        var effects = trees.map { reducers.run($0.tree, &state, message, in: context(mount: $0.number)) }
        events += reducers.takeComplaints()
        for (index, tree) in trees.enumerated() {
            effects[index] += reducers.look(tree.tree, &state, in: context(mount: tree.number))
        }
        for (work, place) in effects.joined() { perform(work, place, [], nil) }
        answerFeedbacks()
        endGone()
        startBegun()
        events.append(.action(message, waiting.origin, state))
    }

    func mount(_ tree: EngineTree, _ number: Int) {
        guard !isClosed else { return }
        mounts.append((number, tree))
        reducers.begin(state, passingOver: nil)
        reducers.prime(tree, state, in: context(mount: number))
        answerFeedbacks()
        startBegun()
        finishCancelled()
    }

    func unmount(_ number: Int) {
        guard mounts.contains(where: { $0.number == number }) else { return }
        mounts.removeAll { $0.number == number }
        for ask in asked.keys where ask.place.mount == number { asked[ask] = nil }
        cancel { $0.place.mount == number }
        finishCancelled()
    }

    func close() {
        guard !isClosed else { return events.append(.complaint(.closedTwice)) }
        isClosed = true
        runs = [:]
        cancelled = []
    }
}
