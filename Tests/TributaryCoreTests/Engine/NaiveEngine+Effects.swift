// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a naive store performs effects.
extension NaiveEngine {
    /// The names of the effects that run.
    var running: Set<String> { Set(runs.values.filter { $0.isStarted }.compactMap(\.name)) }

    /// Makes an effect send an action.
    func send(_ message: EngineMessage, from name: String) {
        guard let run = runs.values.first(where: { $0.name == name }) else { return }
        sender = run.number
        deliver(message, from: run.place)
        sender = nil
        // If that cancelled the effect itself, it ends after sending.
        if runs[run.number] == nil { jobs.append(.operation(run)) }
        runJobs()
    }

    /// Ends an effect by itself.
    func end(_ name: String) {
        guard let number = runs.first(where: { $0.value.name == name })?.key else { return }
        let run = runs.removeValue(forKey: number)
        run?.completion?(self)
        startBegun()
        runJobs()
    }

    func perform(
        _ work: NaiveWork,
        _ place: NaivePlace,
        _ identifiers: [NaiveIdentifier],
        _ completion: Completion?
    ) {
        switch work {
        case .send(let message):
            deliver(message, from: place)
            completion?(self)
        case .run(let name):
            begin(NaiveRun(name: name, place: place, identifiers: identifiers, completion: completion))
        case .cancel(let identifier):
            cancel { $0.identifiers.contains(identifier) && $0.place.isWithin(place) }
            completion?(self)
        case .cancellable(let work, let identifier, let inFlight):
            if inFlight { cancel { $0.identifiers.contains(identifier) && $0.place.isWithin(place) } }
            perform(work, place, identifiers + [identifier], completion)
        case .merge(let works): merge(works, place, identifiers, completion)
        case .concatenate(let works):
            lastRun += 1
            let whole = NaiveRun(number: lastRun, place: place, identifiers: identifiers)
            runs[whole.number] = whole
            goOn(whole, works, completion)
        }
    }

    private func merge(
        _ works: [NaiveWork],
        _ place: NaivePlace,
        _ identifiers: [NaiveIdentifier],
        _ completion: Completion?
    ) {
        var remaining = works.count
        for work in works {
            perform(work, place, identifiers) { engine in
                remaining -= 1
                if remaining == 0 { completion?(engine) }
            }
        }
    }

    /// Continues a sequence, unless it was cancelled as a whole.
    private func goOn(_ whole: NaiveRun, _ rest: [NaiveWork], _ completion: Completion?) {
        guard runs[whole.number] != nil, let first = rest.first else {
            runs[whole.number] = nil
            completion?(self)
            return
        }
        perform(first, whole.place, whole.identifiers) { engine in
            engine.goOn(whole, Array(rest.dropFirst()), completion)
        }
    }

    private func begin(_ run: NaiveRun) {
        guard !isClosed else { return }
        lastRun += 1
        var run = run
        run.number = lastRun
        runs[run.number] = run
        begun.append(run)
    }

    /// Starts the effects of the turn that were not cancelled since.
    func startBegun() {
        // Effects that begin while a store closes do not start.
        guard closing == .open || closing == .requested else { return }
        while !begun.isEmpty {
            let run = begun.removeFirst()
            if runs[run.number] == nil {
                run.completion?(self)
            } else {
                runs[run.number]?.isStarted = true
                jobs.append(.operation(run))
                started.append(run.name ?? "")
            }
        }
    }

    /// Cancels the effects that meet a condition.
    func cancel(where isWanted: (NaiveRun) -> Bool) {
        for run in runs.values.filter(isWanted).sorted(by: { $0.number < $1.number }) {
            runs[run.number] = nil
            // An effect that never started is notified of its end when it would have been started. One that
            // has not begun its work notices later.
            if run.isAtWork, run.number != sender { jobs.append(.operation(run)) }
        }
    }

    /// Between turns, started effects reach their first suspension, and cancelled ones their end, each piece
    /// in its turn.
    func runJobs() {
        while !jobs.isEmpty {
            switch jobs.removeFirst() {
            case .operation(let run) where runs[run.number] != nil: runs[run.number]?.isAtWork = true
            case .operation(let run): jobs.append(.end(run))
            case .end(let run):
                run.completion?(self)
                startBegun()
            }
        }
    }

    /// Cancels the effects whose state was removed; actions that they sent before are not reported as absent.
    func endGone() {
        cancel { run in !self.isThere(run.place) }
        for index in queue.indices {
            guard let sender = queue[index].sender else { continue }
            for count in sender.keys.indices.map({ $0 + 1 })
            where count <= queue[index].ended?.keys.count ?? .max {
                let place = NaivePlace(mount: sender.mount, keys: Array(sender.keys.prefix(count)))
                if isThere(place) { continue }
                queue[index].ended = place
                break
            }
        }
    }

    private func isThere(_ place: NaivePlace) -> Bool {
        var current = state
        for key in place.keys {
            guard let child = current[key.hop] else { return false }
            if child.fields.id != key.id { return false }
            current = child
        }
        return true
    }

    /// Starts the effects that feedbacks ask for.
    func begin(_ asks: Set<NaiveReducers.Ask>) {
        for ask in asks {
            lastFeedback += 1
            asked[ask] = .feedback(lastFeedback)
            perform(.run(ask.name), ask.place, [.feedback(lastFeedback)], nil)
        }
    }

    /// Starts new queries of feedbacks, and cancels removed ones.
    func answerFeedbacks() {
        let known = Set(asked.keys)
        var now = reducers.asks(tree, state, in: context(), asked: known)
        for mount in mounts {
            now.formUnion(reducers.asks(mount.tree, state, in: context(mount: mount.number), asked: known))
        }
        now = now.filter { isThere($0.place) }
        begin(now.subtracting(known))
        for (ask, identifier) in asked where !now.contains(ask) {
            asked[ask] = nil
            cancel { $0.identifiers.contains(identifier) }
        }
    }
}
