// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import IssueReporting
internal import TributaryCore

/// A store for tests: the test accounts for each change and each action, and controls when effects run.
///
/// ```swift
/// let store = TestStore(initialState: News.State()) { News() } dependencies: {
///     $0.newsClient.titles = { ["Flood"] }
/// }
/// await store.send(.load) { $0.step = .loading }
/// await store.receive(\.loaded) { $0.step = .loaded(["Flood"]) }
/// ```
/// **Order.** `send` runs the turn, then runs effects until each of them waits, has ended, or has an action to send. Such an action
/// arrives when the test receives it: one at a time with `receive`, and all with `finish`, `skipReceivedActions`, or an advance of
/// a `TestClock`. There is no sleep, no yield, and no timeout: the store runs the effects itself, on the thread of the test, in the
/// order in which they became ready, or in another `EffectOrder`. If no effect can continue, `receive` fails at once and lists the
/// waiting effects.
///
/// Effect code that is isolated to the main actor runs there; the store yields to it. For work outside of its control, see
/// `OutsideWork`.
///
/// **Checks.** The store checks the state after each action, and each action that an effect or a reducer sends. At the end of the
/// test (when the store is released, or at `finish`) it checks that no action or effect is left. See `Exhaustivity`. A diagnostic
/// of the library is a failure at the call that caused it.
///
/// The store belongs to no actor, so it tests features of a `Store` and of a `StoreActor` alike. Use it in the isolation in which
/// it was made.
public final class TestStore<State, Action> {
    let subject: TestSubject<State, Action>
    let scheduler: EffectScheduler
    let received: ReceivedActions<State, Action>
    let comparison: StateComparison<State>
    let reporter: DiagnosticReporter

    /// Retained, because machines do not retain their actor, and listeners do not retain their store.
    private let companions: [AnyObject]
    let site: CallSite

    /// The tested store, if it was passed in.
    var storeActor: StoreActor<State, Action>?

    /// The state after the last action that the test accounted for.
    var accountedState: State
    var changedDependencies: Dependencies?
    var hasReportedEnd = false

    /// The numbers of the effects that a failure has shown as running.
    var toldEffects: Set<Int> = []

    /// Counts the actions that reach middleware, once there is one.
    var admissions: (count: AdmissionCount<State, Action>, token: ObservationToken)?

    /// How many of the changes and actions the test has to account for.
    ///
    /// Changes and actions skipped while it was off stay skipped when it is on again.
    public var exhaustivity: Exhaustivity {
        didSet { if exhaustivity.isOn, !oldValue.isOn { forgetUnaccounted() } }
    }

    /// What `receive` and `finish` do by default if an effect waits for something outside.
    public var outsideWork = OutsideWork.refused

    init(
        _ subject: TestSubject<State, Action>,
        on bench: TestBench,
        received: ReceivedActions<State, Action>,
        comparison: StateComparison<State>,
        keeping companions: [AnyObject],
        site: CallSite
    ) {
        bench.adoptClocks(of: subject.dependencies)
        self.subject = subject
        self.scheduler = bench.scheduler
        self.reporter = bench.reporter
        self.received = received
        self.comparison = comparison
        self.companions = companions + [bench.home]
        self.site = site
        accountedState = subject.state
        exhaustivity = ExplorationRun.current == nil ? .on : .off
    }

    deinit {
        if exhaustivity.isOn, !hasReportedEnd { reportEnd(at: site) }
        // Cancelled effects end here, where task-local values are still those of the test.
        within { subject.cancelEffects() }
        scheduler.release()
    }

    /// The state after the last action that the test accounted for; with exhaustivity off, the newest.
    public var state: State {
        let state = exhaustivity.isOn ? accountedState : subject.state
        // The scenario may remember it.
        if let exploration = scheduler.exploration {
            let read = fingerprintIfHashable(state) ?? 0
            exploration.note { $0.knowledge = mix($0.knowledge, read) }
        }
        return state
    }
}
