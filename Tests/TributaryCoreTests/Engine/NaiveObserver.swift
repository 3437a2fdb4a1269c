// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An observer of a naive store.
struct NaiveObserver {
    var description: EngineObserver
    var scope: NaiveScope
    var last: EngineSeen?
    var isWanted = true
    var isCancelled: Bool { !isWanted && !isNew }
    /// Whether it is being added: until then there is nothing to cancel it by.
    var isNew = true
}

/// The notification of a naive store's observers.
extension NaiveEngine {
    func observe(_ description: EngineObserver) {
        guard !isClosed, part(description.way) != nil else { return }
        lastObserver += 1
        observers[lastObserver] = NaiveObserver(
            description: description,
            scope: NaiveScope(description.way, in: state)
        )
        guard let part = part(description.way) else { return }
        let number = lastObserver
        deliver(EngineSeen(description.aspect, of: part), to: number)
        observers[number]?.isNew = false
    }

    /// Cancels an observer; one that is being added is cancelled when it is, and reacts to nothing until then.
    func cancelObserver(_ number: Int) {
        observers[number]?.isWanted = false
        observers[number]?.description.budget = 0
    }

    /// Notifies the observers whose part of the state differs from their last value.
    func notify() {
        var changes: [(Int, EngineSeen)] = []
        for (number, observer) in observers.sorted(by: { $0.key < $1.key }) {
            guard !observer.isCancelled, let part = observer.scope.part(of: state) else { continue }
            let seen = EngineSeen(observer.description.aspect, of: part)
            if !seen.isEqual(to: observer.last) { changes.append((number, seen)) }
        }
        for (number, seen) in changes { observers[number]?.last = seen }
        for (number, seen) in changes where observers[number]?.isCancelled == false {
            deliver(seen, to: number)
        }
    }

    private func deliver(_ seen: EngineSeen, to number: Int) {
        observers[number]?.last = seen
        events.append(.heard(number, seen))
        guard let observer = observers[number], observer.description.budget > 0 else { return }
        observers[number]?.description.budget -= 1
        switch observer.description.reaction {
        case nil: break
        case .send(let message): send([message])
        case .cancel(let number): cancelObserver(number)
        case .observe(let description): observe(description)
        case .close: close()
        }
    }

    /// The state at the end of a path, if it exists.
    func part(_ way: [EngineHop]) -> NaiveState? {
        way.reduce(state) { state, hop in
            state.flatMap { $0.has(hop.slot) ? $0[hop] : nil }
        }
    }
}
