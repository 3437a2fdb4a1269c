// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A store, done naively: it copies the state and compares everything.
final class NaiveEngine {
    /// Called at an end.
    typealias Completion = (NaiveEngine) -> Void

    var state: NaiveState
    let tree: EngineTree
    var mounts: [(number: Int, tree: EngineTree)] = []
    var reducers = NaiveReducers()
    var events: [EngineEvent] = []
    var services: [NaiveService] = []
    var closing = Closing.open
    var isClosed: Bool { closing == .closed }

    var queue: [Waiting] = []
    var isTurning = false

    // Effects.
    var runs: [Int: NaiveRun] = [:]
    var lastRun = 0
    var begun: [NaiveRun] = []
    var jobs: [NaiveJob] = []
    /// The effect that is sending.
    var sender: Int?
    var asked: [NaiveReducers.Ask: NaiveIdentifier] = [:]
    var lastFeedback = 0
    var started: [String] = []

    var held: [NaiveScope] = []

    // Observers.
    var observers: [Int: NaiveObserver] = [:]
    var lastObserver = 0

    init(_ state: NaiveState, _ tree: EngineTree) {
        self.state = state
        self.tree = tree
        reducers.prime(tree, state, in: context())
        answerFeedbacks()
        startBegun()
        runJobs()
    }

    func context(mount: Int = 0) -> NaiveReducers.Context {
        NaiveReducers.Context(place: NaivePlace(mount: mount))
    }

    func mount(_ tree: EngineTree, _ number: Int) {
        guard !isClosed else { return }
        mounts.append((number, tree))
        reducers.begin(state, passingOver: nil)
        reducers.prime(tree, state, in: context(mount: number))
        // No action was reduced, so the other feedbacks are not evaluated again.
        begin(reducers.asks(tree, state, in: context(mount: number), asked: []))
        startBegun()
        runJobs()
    }

    func unmount(_ number: Int) {
        guard mounts.contains(where: { $0.number == number }) else { return }
        mounts.removeAll { $0.number == number }
        for ask in asked.keys where ask.place.mount == number { asked[ask] = nil }
        cancel { $0.place.mount == number }
        runJobs()
    }
}
