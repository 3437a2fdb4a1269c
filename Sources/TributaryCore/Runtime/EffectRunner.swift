// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Performs effects for one machine: does what the ledger says, and starts the tasks.
///
/// It belongs to its machine's actor. An effect is begun when it is performed, but its task starts only when
/// the action is done, so that work for a child that the same action removed never starts.
final class EffectRunner {
    let port: EffectPort
    private var ledger = EffectLedger()
    private var begun: [Begun] = []

    private struct Begun {
        let number: Int
        let start: () -> Void
        let drop: () -> Void
    }

    init(reporter: DiagnosticReporter) { port = EffectPort(reporter: reporter) }

    var isIdle: Bool { ledger.isEmpty }

    /// Begins an effect, to be started by `startBegun`.
    func begin<Action>(
        _ work: EffectWork<Action>,
        in context: EffectContext<Action>,
        group: EffectGroup,
        completion: EffectCompletion?
    ) {
        guard port.actor != nil else {
            reportMissingActor(site: work.site)
            completion?()
            return
        }
        let number = ledger.begin(identifiers: context.identifiers, lifetime: context.lifetime)
        let effect = RunningEffect(
            EffectDescription(number: number, name: work.name, site: work.site),
            port: port
        )
        port.insert(effect)
        group.enter()
        group.insert(effect)
        let way = EffectWay(context.deliver)
        let work = context.dependencies.map(work.depending(on:)) ?? work
        let end = EffectDelivery { [weak self] in
            self?.end(number)
            completion?()
        }
        let finally: @Sendable () -> Void = {
            group.remove(effect)
            group.leave()
        }
        begun.append(
            Begun(
                number: number,
                start: { effect.start(work, way: way, end: end, finally: finally) },
                drop: finally
            )
        )
    }

    /// Starts what was begun, and drops what was cancelled since.
    func startBegun() {
        guard !begun.isEmpty else { return }
        let begun = begun
        self.begun = []
        for effect in begun {
            if ledger.contains(effect.number) { effect.start() } else { effect.drop() }
        }
    }

    /// Begins a sequence of effects, so that it can be cancelled between two of them.
    func beginSequence(identifiers: [AnyHashable], lifetime: EffectLifetime) -> Int {
        ledger.begin(identifiers: identifiers, lifetime: lifetime)
    }

    /// Whether an effect or a sequence was neither ended nor cancelled.
    func isActive(_ number: Int) -> Bool { ledger.contains(number) }

    /// Strikes out an effect or a sequence that has ended by itself.
    func end(_ number: Int) {
        ledger.end(number)
        _ = port.remove(number)
    }

    func cancel(_ identifier: AnyHashable, within lifetime: EffectLifetime) {
        cancel(ledger.cancel(identifier, within: lifetime))
    }

    func cancel(_ lifetime: EffectLifetime) { cancel(ledger.cancel(lifetime)) }

    func cancelAll() { cancel(ledger.cancelAll()) }

    private func cancel(_ numbers: [Int]) {
        for number in numbers { port.remove(number)?.cancel() }
    }

    private func reportMissingActor(site: SourceSite) {
        port.reporter.report(
            Diagnostic(
                .effectWithoutActor,
                message:
                    "A machine was asked to run an effect, but belongs to no actor; the effect was dropped.",
                remedy: "Call `runEffects(on:)` with the actor that owns the machine, or use a Store.",
                site: site
            )
        )
    }
}
