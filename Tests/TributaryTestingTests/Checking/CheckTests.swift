// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

@Suite("Every situation of a feature is visited", .timeLimit(.minutes(30)))
struct CheckTests {
    private func checkCheckout(hasOrderKey: Bool) async -> CheckResult<Checkout.State, Checkout.Action, Bank>
    {
        await check(
            Checkout(hasOrderKey: hasOrderKey),
            initialState: Checkout.State(),
            world: Bank(),
            actions: { state in
                (state.attempt < 3 ? [.pay] : []) + (state.phase == .paying ? [.cancel] : [])
            },
            properties: [
                .always("charged at most once") { $0.world.chargeCount <= 1 },
                .sometimes("can succeed") { $0.phase == .paid },
                .eventually("comes to rest") { $0.phase != .paying },
                .leadsTo("a decline is shown", { $0.phase == .declined }, then: { $0.phase != .paying }),
                .noUnhandledAction,
                .effectsEnd,
            ]
        ) { dependencies, bank in
            dependencies.charge = { try await bank.charge($0) }
        }
    }

    @Test("A double charge is found in the fewest steps, and real tasks do the same")
    func doubleCharge() async {
        var result: CheckResult<Checkout.State, Checkout.Action, Bank>?
        let failed = await failures { result = await checkCheckout(hasOrderKey: false) }
        #expect(failed.count == 1)
        #expect(result?.isComplete == true)
        let counterexample = result?.counterexamples.first
        #expect(counterexample?.isConfirmed == true)
        #expect(
            counterexample?.steps == [
                "The user sends Checkout.Action.pay",
                "“charge 1” is answered with charged",
                "The user sends Checkout.Action.cancel",
                "The user sends Checkout.Action.pay",
                "“charge 2” is answered with charged",
            ]
        )
        #expect(counterexample?.world == Bank(keys: [1, 2], chargeCount: 2))
        #expect(failed.first?.text.contains("Real tasks do the same.") == true)
    }

    @Test("With the key of the order, the checkout is right in all situations")
    func orderKey() async {
        let result = await checkCheckout(hasOrderKey: true)
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.recordingCount > 0)
    }

    private func checkLookup(
        cancelsAnswers: Bool,
        length: Int = 1
    ) async -> CheckResult<Lookup.State, Lookup.Action, NoWorld> {
        await check(
            Lookup(cancelsAnswers: cancelsAnswers),
            initialState: Lookup.State(),
            actions: { state in
                (state.query.count < length ? [.typed("a"), .typed("b")] : [])
                    + (state.query.isEmpty ? [] : [.clear])
            },
            properties: [
                .always("the results belong to the query") {
                    $0.isLoading || $0.results.isEmpty || $0.results == "found \($0.query)"
                },
                .eventually("comes to rest") { !$0.isLoading },
                .sometimes("finds something") { !$0.results.isEmpty },
            ]
        )
    }

    @Test("A stale answer is found although the wait before it is cancelled")
    func staleAnswer() async {
        var result: CheckResult<Lookup.State, Lookup.Action, NoWorld>?
        let failed = await failures { result = await checkLookup(cancelsAnswers: false) }
        #expect(failed.count == 1)
        let counterexample = result?.counterexamples.first
        #expect(counterexample?.property == "the results belong to the query")
        #expect(counterexample?.isConfirmed == true)
        #expect(counterexample?.steps.count == 5)
        #expect(counterexample?.steps.dropFirst().first == "Time passes for “the delayed effect”")
    }

    @Test("The search that cancels its answers is right in all situations")
    func freshAnswers() async {
        let result = await checkLookup(cancelsAnswers: true, length: 2)
        #expect(result.isComplete && result.counterexamples.isEmpty)
    }

    @Test(
        "Two-phase commit has as many situations as Spin finds in its model",
        arguments: [(2, 84), (3, 584), (4, 4_368)]
    )
    func commit(count: Int, expected: Int) async {
        let result = await check(
            Commit(count: count),
            initialState: Commit.initialState(count),
            actions: Commit.actions,
            properties: [
                .never("one has committed, another aborted") {
                    $0.resources.contains(.committed) && $0.resources.contains(.aborted)
                },
                .sometimes("commits") { !$0.resources.contains { $0 != .committed } },
                .leadsTo("a decision to commit is followed", { $0.decision == .committed }) {
                    !$0.resources.contains { $0 != .committed }
                },
                .effectsEnd,
            ],
            limits: CheckLimits(effectsInFlight: .max)
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.situationCount == expected)
    }

    @Test("Twelve independent effects are 4,097 situations, and not 479 million orders")
    func independent() async {
        let result = await check(
            Many(count: 12),
            initialState: Many.State(),
            actions: { $0.hasBegun ? [] : [.go] },
            properties: [.leadsTo("all arrive", { $0.hasBegun }) { $0.arrived.count == 12 }]
        )
        #expect(result.isComplete)
        #expect(result.situationCount == 4_097)
        #expect(result.stepCount == 24_577)
    }

    @Test("A server that may refuse for ever is a round that fairness allows")
    func endlessPoll() async {
        var result: CheckResult<Polling.State, Polling.Action, NoWorld>?
        func checkPolling(isEndless: Bool) async -> CheckResult<Polling.State, Polling.Action, NoWorld> {
            await check(
                Polling(isEndless: isEndless),
                initialState: Polling.State(),
                actions: { $0.hasStarted ? [.toggle] : [.start, .toggle] },
                properties: [.leadsTo("what has begun is done", { $0.hasStarted }) { $0.isDone }]
            )
        }
        let failed = await failures { result = await checkPolling(isEndless: true) }
        #expect(failed.count == 1)
        #expect(result?.counterexamples.first?.round.isEmpty == false)
        #expect(result?.counterexamples.first?.isConfirmed == true)
        // The user may go on for ever, but an effect that can go on does so at last.
        #expect(await checkPolling(isEndless: false).counterexamples.isEmpty)
    }

    @Test("Limits are reported as a warning, and actions that were not offered count as not covered")
    func limits() async {
        for limits in [CheckLimits(depth: 3), CheckLimits(situations: 20), CheckLimits(effectsInFlight: 1)] {
            var result: CheckResult<Commit.State, Commit.Action, NoWorld>?
            let warned = await failures {
                result = await check(
                    Commit(count: 3),
                    initialState: Commit.initialState(3),
                    actions: Commit.actions,
                    properties: [.never("nothing") { _ in false }],
                    limits: limits
                )
            }
            #expect(warned.count == 1 && warned.allSatisfy(\.isWarning))
            #expect(result?.isComplete == false && result?.notCovered.count ?? 0 >= 1)
        }
    }

    @Test("States with the same part, by a key path or a closure, are one, and others count as not covered")
    func identity() async {
        func count(_ identity: CheckIdentity<Checkout.State>?, _ notCovered: [NotCovered]) async -> Int {
            var count = 0
            _ = await failures {
                let result = await check(
                    Checkout(hasOrderKey: true),
                    initialState: Checkout.State(),
                    actions: { $0.attempt < 3 ? [.pay, .cancel] : [.cancel] },
                    properties: [],
                    identifiedBy: identity
                )
                if result.notCovered == notCovered { count = result.situationCount }
            }
            return count
        }
        let all = await count(nil, [])
        let parts = await count(.part(\.phase), [.identifiedByPart])
        #expect(0 < parts && parts < all)
        #expect(await count(.part { [$0.phase] }, [.identifiedByPart]) == parts)
    }

    @Test("A property that has to hold somewhere and does not is a failure")
    func nowhere() async {
        let failed = await failures {
            let result = await check(
                Many(count: 3),
                initialState: Many.State(),
                actions: { $0.hasBegun ? [] : [.go] },
                properties: [.sometimes("more than three arrive") { $0.arrived.count > 3 }]
            )
            #expect(result.unreachedProperties == ["more than three arrive"])
        }
        #expect(failed.map(\.text) == ["“more than three arrive” holds in none of the 9 situations."])
    }

    @Test("A dependency that remembers is reported, with a way on which real tasks differ")
    func remembering() async {
        let failed = await failures {
            await check(
                Counting(client: RememberingClient()),
                initialState: Counting.State(),
                actions: { $0.total < 3 ? [.ask] : [] },
                properties: [.never("nothing") { _ in false }]
            )
        }
        #expect(failed.contains { $0.text.hasPrefix("Recorded effects and real tasks differ.") })
    }

    @Test("The situations are drawn in groups, with the steps between them")
    func picture() async {
        let result = await check(
            Many(count: 2),
            initialState: Many.State(),
            actions: { $0.hasBegun ? [] : [.go] },
            properties: []
        )
        let picture = await result.picture { "\($0.arrived.count)" }
        #expect(picture.groups == ["0", "1", "2"] && picture.counts == [2, 2, 1])
        #expect(
            picture.mermaid == """
                flowchart LR
                    s0["0 (2)"]
                    s1["1 (2)"]
                    s2["2 (1)"]
                    s0 -->|"go"| s0
                    s0 -->|"arrived"| s1
                    s1 -->|"arrived"| s2

                """
        )
        #expect(picture.dot.contains(#"s0 -> s1 [label="arrived"];"#))
        #expect(picture.svg.count(of: "<rect x=") == 3 && picture.svg.count(of: "marker-end") == 3)
    }

    #if canImport(FoundationXML)
    @Test("A picture as SVG is well-formed, whatever the names, and its boxes do not overlap")
    func svg() async throws {
        let result = await check(
            Commit(count: 3),
            initialState: Commit.initialState(3),
            actions: Commit.actions,
            properties: [],
            limits: CheckLimits(effectsInFlight: .max)
        )
        let picture = await result.picture {
            "<\($0.resources.count { $0 == .aborted })> & \"\($0.prepared.count)\"\n\($0.decision == nil)"
        }
        let drawing = Drawing(picture.svg)
        #expect(drawing.error == nil)
        #expect(drawing.boxes.count == picture.groups.count)
        // A loop or an arrow for each pair of groups, however many steps there are between the two.
        #expect(drawing.arrowCount == Set(picture.steps.map { [$0.source, $0.target] }).count)
        #expect(Set(picture.steps.map(\.title)).isSubset(of: drawing.texts))
        for (index, box) in drawing.boxes.enumerated() {
            #expect(drawing.page.contains(box))
            #expect(!drawing.boxes.dropFirst(index + 1).contains { $0.intersects(box) })
        }
    }
    #endif

    @Test("Coverage lists the reduced actions, and those that never changed anything")
    func coverage() async {
        let result = await check(
            Polling(isEndless: false),
            initialState: Polling.State(),
            actions: { $0.hasStarted ? [.toggle] : [.start, .toggle] },
            properties: [.effectsEnd]
        )
        #expect(result.reducedActions.keys.contains(.toggle))
        #expect(!result.reducedActions.keys.contains(.answered(isReady: false)))
        #expect(result.uselessActions.isEmpty)
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}

/// A client that answers otherwise each time.
private final class RememberingClient: @unchecked Sendable {
    var count = 0
}

private struct Counting: Reducer {
    struct State: Hashable { var total = 0 }

    enum Action: Hashable { case ask, answered(Int) }

    let client: RememberingClient

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .ask:
            return .run(name: "ask") { [client] send in
                client.count += 1
                await send(.answered(client.count == 2 ? 2 : 1))
            }
        case .answered(let count):
            state.total += count
            return .none
        }
    }
}
