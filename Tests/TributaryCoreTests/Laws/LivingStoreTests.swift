// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryComponents
import TributaryTestSupport
import TributaryUndo

@testable import TributaryCore

/// Temporary members of a long-lived store, of every kind, leave nothing behind.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct LivingStoreTests {
    private typealias State = EngineNode<EngineLoop>
    private typealias AppStore = Store<State, EngineAction>

    /// Has every modifier, with a child in every place.
    private static let tree = EngineTree.combined([
        .scope(1, .stored, .feedback(.own(2), 3, .one)),
        .attach(
            .attach(
                .attach(
                    .feedback(.change(.own(4), 5, EngineChange(isCount: true, answer: .run)), 6, .keyed),
                    7,
                    .optional,
                    .feedback(.change(.own(8), 9, EngineChange(isCount: true, answer: .mark)), 10, .one)
                ),
                11,
                .detail,
                .dependency(.feedback(.own(12), 13, .each), 4)
            ),
            14,
            .rows,
            .loop(15, .feedback(.change(.own(16), 17, EngineChange(isCount: false, answer: .send)), 18, .one))
        ),
    ])

    private let world = EngineWorld()
    private let objects = LiveObjects()
    private let store: AppStore
    private let history = UndoHistory(limit: 10)

    init() {
        let world = world
        store = world.driver.host {
            Store(initialState: State(EngineFields(id: 0, home: 1))) {
                EngineBody { EngineBuilder(world, seed: 0).build(Self.tree, for: State.self) }
            }
        }
    }
}

extension LivingStoreTests {
    private func send(_ command: EngineCommand, _ way: EngineHop...) {
        store.send(EngineAction(EngineMessage(way: way, command: command)))
        world.driver.run()
    }

    /// Adds and removes children with effects, feedbacks, observers, and stores.
    private func changeChildren(_ round: Int) {
        var tokens: [ObservationToken] = []
        let payload = objects.make()
        func observe<Part: EnginePart>(_ child: Store<Part, EngineAction>?) {
            guard let child else {
                Issue.record("A child is missing.")
                return
            }
            withObservationTracking {
                _ = child.fields.count
            } onChange: {
                withExtendedLifetime(payload) {}
            }
            tokens.append(child.observe(\.fields) { _ in withExtendedLifetime(payload) {} })
            tokens.append(child.observe { (_: Part) in withExtendedLifetime(payload) {} })
            tokens.append(child.onAction { _ in withExtendedLifetime(payload) {} })
        }
        func use(_ hop: EngineHop) {
            send(.add(1), hop)
            send(.ask(round), hop)
            send(.toggle(round % 7), hop)
            send(.work(.cancellable(.run, round, inFlight: true)), hop)
            send(.work(.concatenate([.run, .send(EngineMessage(command: .add(1)))])), hop)
        }
        for id in [2 * round + 1, 2 * round + 2] {
            send(.put(.rows, id))
            observe(store.scope(state: \.rows, action: \.rows)[id: id])
            use(EngineHop(slot: .rows, row: id))
        }
        send(.put(.optional, round))
        let optional: Store<EngineLoop, EngineAction>? = store.scope(state: \.optional, action: \.optional)
        observe(optional)
        use(EngineHop(slot: .optional))
        send(.put(.detail, round))
        let detail: Store<EngineLoop, EngineAction>? = store.scope(case: \.screen.detail, action: \.detail)
        observe(detail)
        use(EngineHop(slot: .detail))
        observe(store.scope(state: \.alias, action: \.alias))
        use(EngineHop(slot: .stored))
        if round % 2 == 0 { tokens = [] }
        send(.put(.rows, nil))
        send(.put(.optional, nil))
        send(.put(.detail, nil))
    }

    /// Effects of the whole state run and end, by themselves and by being cancelled.
    private func runEffects(_ round: Int) {
        send(.request(round % 3, round))
        send(.work(.cancellable(.run, 1, inFlight: true)))
        send(.work(.merge([.run, .cancellable(.concatenate([.run, .run]), round, inFlight: false)])))
        if round % 2 == 0 { send(.work(.cancel(round))) }
        for name in world.running { world.order(name, .end) }
        for name in world.running { world.order(name, .end) }
    }

    /// Attaches a member of every kind to a store, notifies it, and drops it.
    private func attachAndDrop(_ round: Int) async {
        let payload = objects.make()
        var values = store.values(\.fields.count).makeAsyncIterator()
        _ = await values.next()
        var actions = store.actions.makeAsyncIterator()
        let panel = Panel(payload)
        let module = Module(store, input: \.stored, output: \.stored)
        let tokens = [
            store.attach(Companion(payload)),
            store.attach(Watcher(payload)),
            store.mount {
                Update<State, EngineAction> { _, _ in withExtendedLifetime(payload) {} }
                    .feedback {
                        $0.fields.count
                    } operation: { [world] count, send in
                        await world.operate("mounted \(count)", send)
                    }
            },
            store.attach(
                Feedback {
                    $0.fields.count
                } operation: { [world] count, send in
                    await world.operate("attached \(count)", send)
                }
            ),
            panel.connect(to: store, props: { $0.fields.count }),
            module.onOutput { _ in withExtendedLifetime(payload) {} },
        ]
        store.send(.own(.add(1)), undo: history, inverse: .own(.add(-1)))
        _ = await actions.next()
        history.undo()
        store.handle.send(.own(.add(0)))
        world.driver.run()
        store.send(.own(.add(1)))
        world.driver.run()
        withExtendedLifetime((tokens, panel, module)) {}
    }

    @Test func `a store retains no more after hundreds of rounds of everything than after some`() async throws
    {
        let stays = store.observe(\.fields) { _ in }
        var (early, late): ([ObjectGraph], [ObjectGraph]) = ([], [])
        for round in 0..<2_000 {
            changeChildren(round)
            runEffects(round)
            await attachAndDrop(round)
            world.driver.run()
            _ = world.takeStarted()
            _ = world.takeEvents()
            if (50..<80).contains(round) { early.append(ObjectGraph(of: store)) }
            guard round >= 220 else { continue }
            late.append(ObjectGraph(of: store))
            // On a busy machine, it takes longer until no effect is about to end.
            guard round >= 250, let before = ObjectGraph.minimum(early) else { continue }
            if ObjectGraph.minimum(late).map({ before.growth(to: $0) }) == [] { break }
        }
        // The least of many rounds: in some, an effect is about to end, or a table waits to be cleaned.
        let before = try #require(ObjectGraph.minimum(early))
        let after = try #require(ObjectGraph.minimum(late))
        #expect(before.growth(to: after) == [])
        #expect(before.counts.values.reduce(0, +) > 100, "There is something to be counted.")
        // Only one-time observers wait for a change that never comes.
        #expect(objects.count <= 2)
        withExtendedLifetime(stays) {}
    }

    @Test func `a store on its own actor retains nothing of temporary mirrors`() async throws {
        let remote = StoreActor(initialState: 0) { Update<Int, Int> { state, action in state += action } }
        var (early, late): ([ObjectGraph], [ObjectGraph]) = ([], [])
        for round in 0..<200 {
            let mirror = await Store(mirroring: remote)
            let heard = Heard<Int>()
            let token = mirror.observe { (value: Int) in heard.append(value) }
            await mirror.send(1).finish()
            await remote.send(-1).finish()
            token.cancel()
            #expect(heard.all.first == 0)
            if (20..<60).contains(round) { early.append(await remote.graph) }
            if round >= 170 { late.append(await remote.graph) }
        }
        // The last of them may not be released yet; of a hundred more, none is left.
        let before = try #require(ObjectGraph.minimum(early))
        let after = try #require(ObjectGraph.minimum(late))
        #expect(before.growth(to: after, beyond: 50) == [])
    }

    private struct Companion: Service {
        let payload: any AnyObject & Sendable

        init(_ payload: any AnyObject & Sendable) { self.payload = payload }

        func detail(of state: State) -> Int { state.fields.count }

        func start(store: StoreHandle<State, EngineAction>) { store.send(.own(.add(0))) }
    }

    private struct Watcher: Middleware {
        let payload: any AnyObject & Sendable

        init(_ payload: any AnyObject & Sendable) { self.payload = payload }

        typealias State = EngineNode<EngineLoop>
        typealias Action = EngineAction
    }

    private final class Panel: Component {
        private let payload: any AnyObject & Sendable
        private var shown = 0

        init(_ payload: any AnyObject & Sendable) { self.payload = payload }

        func render(_ props: Int) { shown = props }
    }
}

extension StoreActor {
    fileprivate var graph: ObjectGraph { ObjectGraph(of: machine) }
}
