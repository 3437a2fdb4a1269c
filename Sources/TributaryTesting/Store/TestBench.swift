// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The setup of a test store, made before its store: the executors of effects, and the reporter of diagnostics.
struct TestBench {
    let scheduler: EffectScheduler
    let reporter: DiagnosticReporter

    /// Retained by the test store, because machines do not retain their actor.
    let home: EffectHome

    init(order: EffectOrder, site: CallSite) {
        let scheduler = EffectScheduler(
            chooser: order.makeChooser?(),
            exploration: ExplorationRun.current,
            site: site
        )
        scheduler.exploration?.note { $0.benchCount += 1 }
        self.scheduler = scheduler
        reporter = DiagnosticReporter { scheduler.site.fail("\($0.naming(scheduler.runningEffect))") }
        home = EffectHome(scheduler)
    }

    /// Runs a closure whose new stores run here.
    func hosting<Result>(_ make: () throws -> Result) rethrows -> Result {
        let host = EffectHost(actor: home) { [scheduler] in scheduler.makeSlot(ReadyEffect($0)) }
        return try EffectScheduler.$current.withValue(scheduler) {
            try EffectHost.$current.withValue(host) {
                try withDependencies {
                    $0.isTesting = true
                    $0.diagnosticReporter = reporter
                } operation: {
                    try make()
                }
            }
        }
    }

    /// Lets the clocks of a machine move its effects.
    func adoptClocks(of dependencies: Dependencies) {
        for case let clock as TestClock in dependencies.givenValues { clock.drive(scheduler) }
    }
}

extension Diagnostic {
    /// The same diagnostic, with the effect that was running.
    fileprivate func naming(_ effect: ReadyEffect?) -> Diagnostic {
        Diagnostic(
            identifier,
            message: message,
            remedy: remedy,
            action: action,
            effect: effect.map { "\($0)" } ?? self.effect,
            site: site
        )
    }
}
