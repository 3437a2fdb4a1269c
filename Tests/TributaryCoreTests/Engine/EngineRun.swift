// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
import TributaryTestSupport

/// A described tree in a real store, with its recorded events.
@MainActor
final class EngineRun {
    typealias State = EngineNode<EngineNode<EngineLoop>>

    let world = EngineWorld()
    private let store: Store<State, EngineAction>
    private var actions: ObservationToken?
    private var observers: [Int: ObservationToken] = [:]
    private var lastObserver = 0
    private var budgets: [Int: Int] = [:]
    private var mounts: [Int: ObservationToken] = [:]
    private var services: [ObservationToken] = []
    private var held: [any EngineReached] = []
    private let seed: UInt64
    /// Handles the release of a token at once, without waiting for a job.
    private let machine: (any HostedMachine)?

    init(_ state: State, _ tree: EngineTree, seed: UInt64) {
        let world = world
        self.seed = seed
        store = world.driver.host {
            Store(initialState: state) {
                EngineBody { EngineBuilder(world, seed: seed).build(tree, for: State.self) }
            } dependencies: {
                $0.engineNumber = 2
                $0.diagnosticReporter = DiagnosticReporter { world.append(.complaint(.init($0.identifier))) }
            }
        }
        machine = store.wholeMachine
        actions = store.onAction { record in
            world.append(.action(record.action.message, .init(record.origin), record.state.naive))
        }
        world.driver.run()
    }

    var state: NaiveState { store.state.naive }

    /// Does a step; `running` are the names of the effects that run.
    func perform(_ step: EngineStep, running: [String]) {
        switch step {
        case .send(let messages) where messages.count == 1: store.send(EngineAction(messages[0]))
        case .send(let messages): store.send(contentsOf: messages.map { EngineAction($0) })
        case .sendThrough(let way, let message): State.reach(way[...], from: store)?.send(message)
        case .effectSends(let index, let message):
            if !running.isEmpty { world.order(running[index % running.count], .send(message)) }
        case .effectEnds(let index):
            if !running.isEmpty { world.order(running[index % running.count], .end) }
        case .observe(let observer): observe(observer)
        case .cancelObserver(let number): observers[number] = nil
        case .hold(let way): if let scope = State.reach(way[...], from: store) { held.append(scope) }
        case .letGo(let index): if !held.isEmpty { held.remove(at: index % held.count) }
        case .sendHeld(let index, let message): if !held.isEmpty { held[index % held.count].send(message) }
        case .mount(let tree, let number):
            mounts[number] = store.mount { [world, seed] in
                EngineBody { EngineBuilder(world, seed: seed).build(tree, for: State.self) }
            }
        case .unmount(let number): mounts[number] = nil
        case .attach(let number, let message):
            services.append(store.attach(EngineService(number, message, world)))
        case .close: store.close()
        }
        machine?.openInbox()
        world.driver.run()
    }

    /// Closes the store, so that everything ends.
    func end() {
        observers = [:]
        actions = nil
        store.close()
        world.driver.run()
    }

    private func observe(_ description: EngineObserver) {
        guard let scope = State.reach(description.way[...], from: store) else { return }
        lastObserver += 1
        let number = lastObserver
        budgets[number] = description.budget
        let token = scope.observe(description.aspect) { [weak self] seen in
            self?.hear(seen, number, description.reaction)
        }
        // It may have cancelled itself with its first value.
        if budgets[number] != nil { observers[number] = token }
    }

    private func hear(_ seen: EngineSeen, _ number: Int, _ reaction: EngineObserver.Reaction?) {
        world.append(.heard(number, seen))
        guard let budget = budgets[number], budget > 0 else { return }
        budgets[number] = budget - 1
        switch reaction {
        case nil: break
        case .send(let message): store.send(EngineAction(message))
        case .cancel(let number):
            budgets[number] = nil
            observers[number] = nil
        case .observe(let description): observe(description)
        case .close: store.close()
        }
    }
}

extension EngineEvent.Complaint {
    init(_ identifier: Diagnostic.Identifier) {
        self =
            switch identifier {
            case .absentChild: .absentChild
            case .sendAfterClose: .sendAfterClose
            case .closedTwice: .closedTwice
            case .actionsDroppedByClose: .dropped
            default: .other
            }
    }
}

extension EngineEvent.Origin {
    init(_ origin: ActionOrigin) {
        self =
            switch origin {
            case .store: .store
            case .reducer: .reducer
            case .effect: .effect
            }
    }
}
