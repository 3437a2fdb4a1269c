// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryJournal
import TributaryTesting

@Suite("A counterexample is printed as a test", .timeLimit(.minutes(30)))
struct PrintedCounterexampleTests {
    @Test("The printed test is the one below, which is compiled")
    func printed() async throws {
        var result: CheckResult<Checkout.State, Checkout.Action, Bank>?
        _ = await failures {
            result = await check(
                Checkout(hasOrderKey: false),
                initialState: Checkout.State(),
                world: Bank(),
                actions: { state in
                    (state.attempt < 3 ? [.pay] : []) + (state.phase == .paying ? [.cancel] : [])
                },
                properties: [.always("charged at most once") { $0.world.chargeCount <= 1 }]
            ) { dependencies, bank in
                setCheckoutDependencies(&dependencies, bank)
            }
        }
        let counterexample = try #require(result?.counterexamples.first)
        let source = counterexample.testSource(
            reducer: "Checkout(hasOrderKey: false)",
            dependencies: "setCheckoutDependencies"
        )
        #expect(source == printedTest)
        let replay = counterexample.replaySource(
            reducer: "Checkout(hasOrderKey: false)",
            dependencies: "setCheckoutDependencies"
        )
        #expect(replay == printedReplay)
    }

    @Test(
        "The printed test and the printed order fail at their end; the order is not possible once the key is there"
    )
    func fails() async {
        let failed = await failures { await chargedAtMostOnce() }
        #expect(failed.map(\.text) == ["“charged at most once” does not hold in this situation."])
        let replayed = await failures { await chargedAtMostOnceReplayed(hasOrderKey: false) }
        #expect(replayed.map(\.text) == ["“charged at most once” does not hold after step 5."])
        let mended = await failures { await chargedAtMostOnceReplayed(hasOrderKey: true) }
        #expect(mended.map(\.text) == ["Step 5 is not possible: “charge 2” is answered with charged."])
    }

    @Test(
        "Time, effects by their names, and liveness properties are replayed; a step that is not possible fails"
    )
    func replayedSteps() async {
        func replay(
            _ steps: [ReplayStep<Lookup.Action>],
            _ properties: [Property<Lookup.State, NoWorld>]
        ) async -> [String] {
            let failed = await failures {
                await explore(
                    Lookup(cancelsAnswers: false),
                    initialState: Lookup.State(),
                    replaying: steps,
                    properties: properties
                )
            }
            return failed.map(\.text)
        }
        let way: [ReplayStep<Lookup.Action>] = [
            .send(.typed("a")), .pass(.milliseconds(300)), .resume("wait"), .send(.clear),
            .answer("search a", with: "found a"),
        ]
        let properties: [Property<Lookup.State, NoWorld>] = [
            .always("fresh") {
                $0.isLoading || $0.results.isEmpty || $0.results == "found \($0.query)"
            },
            .eventually("cleared") { $0.query.isEmpty },
            .effectsEnd,
        ]
        #expect(await replay(way, properties) == ["“fresh” does not hold after step 5."])
        #expect(
            await replay([.send(.typed("a"))], properties) == [
                "“cleared” does not hold: nothing follows step 1.",
                "“all effects end” does not hold: nothing follows step 1.",
            ]
        )
        #expect(
            await replay([.send(.clear), .resume("search")], properties) == [
                "Step 2 is not possible: “search” resumes."
            ]
        )
    }

    @Test("A delayed effect and effects in a given order are printed with the time and their names")
    func lookup() async throws {
        var result: CheckResult<Lookup.State, Lookup.Action, NoWorld>?
        _ = await failures {
            result = await check(
                Lookup(cancelsAnswers: false),
                initialState: Lookup.State(),
                actions: { $0.query.isEmpty ? [.typed("a")] : [.clear] },
                properties: [
                    .always("fresh") {
                        $0.isLoading || $0.results.isEmpty || $0.results == "found \($0.query)"
                    }
                ]
            )
        }
        let source = try #require(result?.counterexamples.first).testSource(
            reducer: "Lookup(cancelsAnswers: false)"
        )
        #expect(source.contains("await store.pass(.nanoseconds(300000000))"))
        #expect(source.contains(#"await store.receive(.search("a"), from: "wait")"#))
        #expect(source.contains(#"await store.answer("search a", with: "found a")"#))
        #expect(source.contains(#"await store.receive(.found("found a"), from: "search")"#))
    }
}

extension PrintedCounterexampleTests {
    @Test("A counterexample is written as a session that leads to the same state")
    func session() async throws {
        var result: CheckResult<Recorded.State, Recorded.Action, NoWorld>?
        _ = await failures {
            result = await check(
                Recorded(),
                initialState: Recorded.State(),
                actions: { $0.total == 0 ? [.add(1)] : [] },
                properties: [.never("three") { $0.total == 3 }]
            )
        }
        let counterexample = try #require(result?.counterexamples.first)
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tributary").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try counterexample.writeSession(to: path)
        let state = try await replay(session: path) { Recorded() }
        #expect(state == counterexample.state)
        #expect(counterexample.actions == [.add(1), .add(2)])
        func replayed(_ reducer: Recorded, _ properties: [Property<Recorded.State, NoWorld>]) async
            -> [String]
        {
            let failed = await failures {
                do {
                    try await explore(reducer, replaying: path, properties: properties)
                } catch {
                    Issue.record(error)
                }
            }
            return failed.map { String($0.text.prefix { $0 != "\n" }) }
        }
        let never = Property<Recorded.State, NoWorld>.never("three") { $0.total == 3 }
        #expect(await replayed(Recorded(), [never]) == ["“three” does not hold."])
        #expect(await replayed(Recorded(), [.eventually("three") { $0.total == 3 }, .effectsEnd]) == [])
        #expect(
            await replayed(Recorded(), [.eventually("one") { $0.total == 1 }]) == ["“one” does not hold."]
        )
        #expect(
            await replayed(Recorded(answers: [5]), [never]) == [
                "“the actions of the session arrive in its order” holds in none of the 3 situations."
            ]
        )
    }
}

/// A feature whose actions a journal keeps.
private struct Recorded: Reducer {
    struct State: Hashable, Codable { var total = 0 }

    enum Action: Hashable, Codable, Journaled {
        case add(Int)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    /// The answers that are possible.
    var answers = [5, 2]

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        guard case .add(let number) = action else { return .none }
        state.total += number
        guard number == 1 else { return .none }
        return .run(name: "add") { send in await send(.add(try await choose("add", from: answers))) }
    }
}

func setCheckoutDependencies(_ dependencies: inout Dependencies, _ bank: World<Bank>) {
    dependencies.charge = { try await bank.charge($0) }
}

/// The expected output; `chargedAtMostOnce` below is its body.
private let printedTest = """
    @Test func `charged at most once`() async {
        let world = World(Bank(keys: [], chargeCount: 0))
        let store = TestStore(initialState: Checkout.State(phase: .idle, attempt: 0)) {
            Checkout(hasOrderKey: false)
        } dependencies: {
            $0.clock = CheckClock()
            setCheckoutDependencies(&$0, world)
        }
        await store.send(.pay) {
            $0.phase = .paying
            $0.attempt = 1
        }
        await store.answer("charge 1", with: BankAnswer.charged)
        await store.send(.cancel) {
            $0.phase = .cancelled
        }
        await store.send(.pay) {
            $0.phase = .paying
            $0.attempt = 2
        }
        await store.answer("charge 2", with: BankAnswer.charged)
        await store.skipInFlightEffects(strict: false)
        #expect(
            store.state != Checkout.State(phase: .paying, attempt: 2)
                || world.value != Bank(keys: [1, 2], chargeCount: 2),
            "“charged at most once” does not hold in this situation."
        )
    }
    """

/// The printed call of `explore`; `chargedAtMostOnceReplayed` below is its body, but for the key.
private let printedReplay = """
    @Test func `charged at most once, replayed`() async {
        await explore(
            Checkout(hasOrderKey: false),
            initialState: Checkout.State(phase: .idle, attempt: 0),
            world: Bank(keys: [], chargeCount: 0),
            replaying: [
                .send(.pay),
                .answer("charge 1", with: BankAnswer.charged),
                .send(.cancel),
                .send(.pay),
                .answer("charge 2", with: BankAnswer.charged),
            ],
            properties: [
                .always("charged at most once") {
                    $0.state != Checkout.State(phase: .paying, attempt: 2)
                        || $0.world != Bank(keys: [1, 2], chargeCount: 2)
                }
            ],
            dependencies: { setCheckoutDependencies(&$0, $1) }
        )
    }
    """

private func chargedAtMostOnceReplayed(hasOrderKey: Bool) async {
    await explore(
        Checkout(hasOrderKey: hasOrderKey),
        initialState: Checkout.State(phase: .idle, attempt: 0),
        world: Bank(keys: [], chargeCount: 0),
        replaying: [
            .send(.pay),
            .answer("charge 1", with: BankAnswer.charged),
            .send(.cancel),
            .send(.pay),
            .answer("charge 2", with: BankAnswer.charged),
        ],
        properties: [
            .always("charged at most once") {
                $0.state != Checkout.State(phase: .paying, attempt: 2)
                    || $0.world != Bank(keys: [1, 2], chargeCount: 2)
            }
        ],
        dependencies: { setCheckoutDependencies(&$0, $1) }
    )
}

private func chargedAtMostOnce() async {
    let world = World(Bank(keys: [], chargeCount: 0))
    let store = TestStore(initialState: Checkout.State(phase: .idle, attempt: 0)) {
        Checkout(hasOrderKey: false)
    } dependencies: {
        $0.clock = CheckClock()
        setCheckoutDependencies(&$0, world)
    }
    await store.send(.pay) {
        $0.phase = .paying
        $0.attempt = 1
    }
    await store.answer("charge 1", with: BankAnswer.charged)
    await store.send(.cancel) {
        $0.phase = .cancelled
    }
    await store.send(.pay) {
        $0.phase = .paying
        $0.attempt = 2
    }
    await store.answer("charge 2", with: BankAnswer.charged)
    await store.skipInFlightEffects(strict: false)
    #expect(
        store.state != Checkout.State(phase: .paying, attempt: 2)
            || world.value != Bank(keys: [1, 2], chargeCount: 2),
        "“charged at most once” does not hold in this situation."
    )
}
