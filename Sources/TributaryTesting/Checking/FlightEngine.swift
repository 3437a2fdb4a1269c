// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Performs plans on effects that are values, as the runtime of a store performs effects.
///
/// The runtime of a store starts tasks, and this changes a list; each decision is made at the same moment and in the same
/// order.
final class FlightEngine {
    var flights = Flights()

    /// Reduces an action, and returns the plan of its effect.
    var reduce: (Int) -> FlightPlan = { _ in [] }

    /// The places among the given ones whose state is gone.
    var ended: ([FlightPlace]) -> [FlightPlace] = { _ in [] }

    /// Gets the diagnostics that effects report.
    var report: (Diagnostic) -> Void = { _ in }

    /// The flights that were started, in the order of their tasks, while a way is traced.
    var started: [Int]?
    private var begun: [Int] = []

    /// The actions that wait for their turn.
    private var queue: [Int] = []
    private var head = 0
    private var isTurning = false

    /// The effects with a part that has ended since they were last looked at.
    private var finishing: [Int] = []

    /// Reduces an action, and those that follow from it in the same turn.
    func send(_ action: Int) {
        guard !isTurning else { return queue.append(action) }
        follow(reduce(action))
    }

    /// Performs the plan of an action that was reduced, and reduces those that follow from it in the same turn.
    func follow(_ plan: FlightPlan) {
        isTurning = true
        performNow(plan)
        while head < queue.count {
            head += 1
            performNow(reduce(queue[head - 1]))
        }
        queue.removeAll(keepingCapacity: true)
        head = 0
        isTurning = false
    }

    private func performNow(_ plan: FlightPlan) {
        if !plan.isEmpty { perform(plan, parent: 0) }
        endPlaces()
        start()
    }

    /// Notes which of the flights that began have tasks.
    private func start() {
        guard started != nil else { return }
        started? += begun.filter { number in flights.list.contains { $0.number == number } }
        begun = []
    }

    /// Ends the effects of children whose state is gone.
    private func endPlaces() {
        var places: [FlightPlace] = []
        for flight in flights.list where !flight.tag.place.isRoot {
            if !places.contains(flight.tag.place) { places.append(flight.tag.place) }
        }
        guard !places.isEmpty else { return }
        for place in ended(places) { remove { $0.tag.place.isWithin(place) } }
    }

    // MARK: Effects

    func perform(_ plan: FlightPlan, parent: Int) {
        for item in plan {
            switch item {
            case .send(let action): send(action)
            case .run(let operation, let tag): begin(.running(operation, operation.script), tag, parent)
            case .cancel(let identifier, let place): cancel(identifier, within: place)
            case .sequence(let plans, let tag):
                let number = begin(.sequence(plans, next: 0), tag, parent)
                proceed(number)
            case .limited(let plan, let identifier, let policy, let tag):
                request(identifier, isThrottle: false, policy, plan, tag, parent)
            case .delayed(let plan, let tag): begin(.delayed(plan), tag, parent)
            case .throttled(let plan, let identifier, let latest, let tag):
                let policy = EffectPolicy.atMost(1, whenFull: latest ? .queueLatest : .refuse)
                request(identifier, isThrottle: true, policy, plan, tag, parent)
            case .timed(let plan, let action, let tag):
                let number = begin(.timed(action: action), tag, parent)
                perform(plan, parent: number)
                finish(number)
            }
        }
    }

    @discardableResult
    private func begin(_ kind: Flight.Kind, _ tag: FlightTag, _ parent: Int) -> Int {
        flights.last += 1
        // An effect may cancel itself while it begins; its other parts are on their own then.
        let parent = parent != 0 && flights.index(of: parent) == nil ? 0 : parent
        let flight = Flight(number: flights.last, kind: kind, tag: tag, parent: parent)
        flights.list.append(flight)
        if started != nil, flight.isTask { begun.append(flight.number) }
        return flight.number
    }

    /// Performs the steps of a sequence that end at once, up to the first that takes longer.
    private func proceed(_ number: Int) {
        while let index = flights.index(of: number),
            case .sequence(let plans, let next) = flights.list[index].kind
        {
            guard next < plans.count else { return end(number) }
            flights.change(at: index, to: .sequence(plans, next: next + 1))
            perform(plans[next], parent: number)
            if flights.list.contains(where: { $0.parent == number }) { return }
        }
    }

    func cancel(_ identifier: AnyHashable, within place: FlightPlace) {
        remove { $0.tag.identifiers.contains(identifier) && $0.tag.place.isWithin(place) }
    }

    // MARK: Policies

    private func request(
        _ identifier: AnyHashable,
        isThrottle: Bool,
        _ policy: EffectPolicy,
        _ plan: FlightPlan,
        _ tag: FlightTag,
        _ parent: Int
    ) {
        let index = limit(identifier, tag.place, isThrottle, policy)
        func kind(_ phase: FlightLimit.Phase) -> Flight.Kind {
            isThrottle ? .window(plan, phase) : .limited(plan, phase)
        }
        guard flights.limits[index].isFull else {
            // The effect of a throttle is no part of the window.
            let number = begin(kind(.running), tag, isThrottle ? 0 : parent)
            flights.limits[index].running.append(number)
            perform(plan, parent: isThrottle ? parent : number)
            if !isThrottle { finish(number) }
            return
        }
        guard policy.overflow != .refuse else { return }
        let waiting = flights.limits[index].waiting
        let number = begin(kind(.waits), tag, parent)
        flights.limits[index].waiting.append(number)
        switch policy.overflow {
        case .cancelOldest:
            while let limit = flights.limits.first(where: { $0.waiting.contains(number) }), limit.isFull,
                let oldest = limit.running.first
            {
                cancelWhole(oldest)
            }
            begun.removeAll { $0 == number }
            beginLimited(number)
        case .queueLatest: for number in waiting { cancelWhole(number) }
        case .queue, .refuse: break
        }
    }

    private func limit(
        _ identifier: AnyHashable,
        _ place: FlightPlace,
        _ isThrottle: Bool,
        _ policy: EffectPolicy
    ) -> Int {
        let known = flights.limits.firstIndex {
            $0.isThrottle == isThrottle && $0.place == place && $0.key == identifier
        }
        if let known { return known }
        flights.limits.append(
            FlightLimit(key: identifier, place: place, isThrottle: isThrottle, limit: max(policy.limit, 1))
        )
        return flights.limits.count - 1
    }

    /// Begins an effect that waited for its place, and has one now.
    private func beginLimited(_ number: Int) {
        guard let index = flights.index(of: number) else { return }
        let flight = flights.list[index]
        switch flight.kind {
        case .limited(let plan, _):
            flights.change(at: index, to: .limited(plan, .running))
            perform(plan, parent: number)
            finish(number)
        case .window(let plan, _):
            flights.list.remove(at: index)
            let window = begin(.window(plan, .running), flight.tag, 0)
            for index in flights.limits.indices {
                flights.limits[index].running = flights.limits[index].running.map {
                    $0 == number ? window : $0
                }
            }
            perform(plan, parent: flight.parent)
            if flight.parent != 0 { finishing.append(flight.parent) }
        default: break
        }
    }

    /// Cancels an effect with all its parts.
    private func cancelWhole(_ number: Int) {
        let list = flights.list
        func isPart(_ flight: Flight) -> Bool {
            var parent = flight.parent
            while parent != 0 {
                if parent == number { return true }
                parent = list.first { $0.number == parent }?.parent ?? 0
            }
            return false
        }
        remove { $0.number == number || isPart($0) }
    }

    /// Removes cancelled flights, and gives their places to those that wait.
    private func remove(_ isRemoved: (Flight) -> Bool) {
        guard flights.list.contains(where: isRemoved) else { return }
        var removed: [Flight] = []
        flights.list.removeAll { flight in
            guard isRemoved(flight) else { return false }
            removed.append(flight)
            return true
        }
        for flight in removed where flight.parent != 0 {
            finishing.append(flight.parent)
        }
        vacate(removed.map(\.number))
    }

    private func vacate(_ numbers: [Int]) {
        guard !flights.limits.isEmpty else { return }
        for index in flights.limits.indices {
            flights.limits[index].running.removeAll { numbers.contains($0) }
            flights.limits[index].waiting.removeAll { numbers.contains($0) }
            while !flights.limits[index].isFull, !flights.limits[index].waiting.isEmpty {
                let opened = flights.limits[index].waiting.removeFirst()
                flights.limits[index].running.append(opened)
                guard let place = flights.index(of: opened) else { continue }
                switch flights.list[place].kind {
                case .limited(let plan, _): flights.change(at: place, to: .limited(plan, .opened))
                case .window(let plan, _): flights.change(at: place, to: .window(plan, .opened))
                default: break
                }
            }
        }
        flights.limits.removeAll { $0.running.isEmpty && $0.waiting.isEmpty }
    }

    /// Removes a flight that has ended by itself.
    private func end(_ number: Int) {
        guard let index = flights.index(of: number) else { return }
        let flight = flights.list.remove(at: index)
        if flight.parent != 0 { finishing.append(flight.parent) }
        vacate([number])
    }

    // MARK: Between two moves

    /// Does one thing that needs no decision: removes an ended effect, or continues one that waited for it.
    ///
    /// - Returns: Whether there was something to do.
    func settleOnce() -> Bool {
        for index in flights.list.indices {
            guard case .running(let operation, let known) = flights.list[index].kind,
                let point = known ?? operation.script
            else { continue }
            if known == nil { flights.change(at: index, to: .running(operation, point)) }
            switch point.step {
            case .ends: end(flights.list[index].number)
            case .reports(let diagnostic):
                report(diagnostic)
                flights.change(at: index, to: .running(operation, point.next))
            case .sends, .asks, .waits, .goesOn: continue
            }
            return true
        }
        guard !finishing.isEmpty else { return false }
        finish(finishing.removeFirst())
        start()
        return true
    }

    /// Continues an effect if all its parts have ended.
    private func finish(_ number: Int) {
        guard let index = flights.index(of: number),
            !flights.list.contains(where: { $0.parent == number })
        else { return }
        switch flights.list[index].kind {
        case .sequence: proceed(number)
        case .limited(_, .running), .timed: end(number)
        case .running, .delayed, .limited, .window: break
        }
    }

    // MARK: Moves

    /// Lets an effect deliver its action, begin, or note that its time is over.
    ///
    /// - Returns: The action that it delivers, if it does.
    func move(_ index: Int) -> Int? {
        let flight = flights.list[index]
        switch flight.kind {
        case .running(let operation, let point?):
            guard case .sends(let action) = point.step else { return nil }
            flights.change(at: index, to: .running(operation, point.next))
            if let action { send(action) }
            return action
        case .delayed(let plan):
            flights.list.remove(at: index)
            perform(plan, parent: flight.parent)
            if flight.parent != 0 { finishing.append(flight.parent) }
        case .limited(_, .opened), .window(_, .opened): beginLimited(flight.number)
        case .window(_, .running): end(flight.number)
        case .timed(let action):
            cancelWhole(flight.number)
            send(action)
            if flight.parent != 0 { finishing.append(flight.parent) }
        case .running, .limited, .window, .sequence: break
        }
        start()
        return nil
    }

    /// Gives an answer.
    ///
    /// - Returns: The action that it delivers at once, if it does.
    func answer(_ index: Int, _ follower: ScriptPoint, isChange: Bool) -> Int? {
        guard case .running(let operation, _) = flights.list[index].kind else { return nil }
        flights.change(at: index, to: .running(operation, follower))
        // An answer that changes nothing outside may as well be given when the action arrives.
        guard !isChange, case .sends = follower.step else { return nil }
        return move(index)
    }
}
