// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The turns of a naive store, and its end.
extension NaiveEngine {
    /// A pending action, with its sender's place, and the part of that which was removed since.
    struct Waiting {
        var message: EngineMessage
        var origin: EngineEvent.Origin
        var sender: NaivePlace?
        var ended: NaivePlace?
    }

    struct NaiveService {
        var number: Int
        var message: EngineMessage?
        var last: Int
        var budget = EngineService.budget
    }

    /// How far it is on its way to its end.
    enum Closing {
        case open
        /// It is closed once the current observers have been notified.
        case requested
        /// Its services stop, one after the other.
        case stopping
        case closed
    }

    /// Sends actions in one turn; between turns, resumes the effects that they cancelled.
    func send(_ messages: [EngineMessage], origin: EngineEvent.Origin = .store) {
        guard closing == .open || closing == .stopping else {
            return events += messages.map { _ in .complaint(.sendAfterClose) }
        }
        queue += messages.map { Waiting(message: $0, origin: origin) }
        if !messages.isEmpty { runTurn() }
    }

    /// Sends through a scope, which sends to its own child only.
    func send(_ message: EngineMessage, through scope: NaiveScope) {
        if scope.isReplaced(in: state) { return events.append(.complaint(.absentChild)) }
        send([message.behind(scope.way)])
    }

    /// Queues actions that effects send during an action, and reduces other actions at once.
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
        repeat {
            let hasReduced = !queue.isEmpty
            while !queue.isEmpty { reduce(queue.removeFirst()) }
            if hasReduced { notify() }
            if closing == .requested { beginClosing() }
        } while !queue.isEmpty || stopNextService()
        isTurning = false
        if closing == .stopping { finishClosing() }
    }

    private func reduce(_ waiting: Waiting) {
        let message = waiting.message
        reducers.begin(state, passingOver: waiting.ended)
        // All reducers, then all answers to changes: these see the changes of all reducers.
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
        for index in services.indices { tell(index) }
    }

    // MARK: Services

    func attach(_ number: Int, _ message: EngineMessage?) {
        services.append(NaiveService(number: number, message: message, last: state.fields.count))
        events.append(.service(number, .started))
        if let message { send([message]) }
    }

    private func tell(_ index: Int) {
        let (service, new) = (services[index], state.fields.count)
        guard service.last != new else { return }
        services[index].last = new
        services[index].budget -= 1
        events.append(.service(service.number, .changed(service.last, new)))
        if service.budget > 0, let message = service.message { send([message]) }
    }

    // MARK: The end

    func close() {
        guard closing == .open else {
            if closing == .stopping { dropWaiting() }
            return events.append(.complaint(.closedTwice))
        }
        closing = .requested
        runTurn()
    }

    private func beginClosing() {
        dropWaiting()
        closing = .stopping
    }

    private func stopNextService() -> Bool {
        guard closing == .stopping, !services.isEmpty else { return false }
        let service = services.removeFirst()
        events.append(.service(service.number, .stopped))
        if let message = service.message { send([message]) }
        return true
    }

    private func finishClosing() {
        closing = .closed
        dropWaiting()
        runs = [:]
        begun = []
        jobs = []
    }

    private func dropWaiting() {
        if !queue.isEmpty { events.append(.complaint(.dropped)) }
        queue = []
    }
}
