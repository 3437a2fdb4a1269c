// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An effect that has not begun, because it waits for its time or its place.
struct WaitingEffect {
    enum Reason {
        /// It was delayed, debounced or throttled at this site.
        case time(SourceSite)
        /// A policy lets no more effects run under this identifier.
        case policy(AnyHashable)
    }

    let reason: Reason
}

extension EffectRunner {
    /// Makes everything that begins within `body` a part of the given deferred work, or of none.
    func deferring<Result>(_ deferral: EffectGroup?, _ body: () -> Result) -> Result {
        let outer = self.deferral
        self.deferral = deferral
        defer { self.deferral = outer }
        return body()
    }

    /// The completion of an effect, after which what follows begins.
    func ending(
        _ number: EffectNumber,
        _ completion: @escaping EffectCompletion
    ) -> EffectCompletion {
        { [weak self, deferral] in
            // Nothing follows once the machine is gone: what would is released instead.
            guard let self, !port.hasClosed else { return }
            proceed {
                end(number)
                deferring(deferral, completion)
            }
        }
    }

    /// Begins the effects that wait for their time.
    ///
    /// - Returns: The groups of that work, and of deferred work that runs already. Each also waits for what follows
    ///   from it.
    func beginWaiting() -> [EffectGroup] {
        removeEnded()
        var groups = port.groups(\.deferral)
        for number in waiting.keys.sorted() {
            // An effect that has begun may have cancelled the next.
            guard case .time = waiting[number]?.reason, let effect = port.effect(number), !effect.isCancelled,
                let begin = effect.beginEarly
            else { continue }
            waiting[number] = nil
            let group = EffectGroup()
            groups.append(group)
            begin(group)
            // Afterwards, so that its place in the tree of lifetimes is kept meanwhile.
            cancel(number)
        }
        startBegun()
        return groups
    }

    /// The groups of the effects that run or wait.
    var unfinishedGroups: [EffectGroup] {
        removeEnded()
        return port.groups(\.group)
    }

    private func isCancelled(_ number: EffectNumber) -> Bool { port.effect(number)?.isCancelled != false }

    /// Reports the effects that wait and are about to be dropped.
    func reportWaiting(of state: Any.Type) {
        let dropped = waiting.filter { !isCancelled($0.key) }.sorted { $0.key < $1.key }
        guard let first = dropped.first?.value else { return }
        let subject = dropped.count == 1 ? "An effect" : "\(dropped.count) effects"
        let (place, site): (String, SourceSite?) =
            switch first.reason {
            case .time(let site): ("for the time given there", site)
            case .policy(let identifier): ("for a place under \(identifier)", nil)
            }
        port.reporter.report(
            Diagnostic(
                .effectsDroppedByClose,
                message: """
                    \(subject) had not begun when the store of \(state) was closed, and \
                    \(dropped.count == 1 ? "was dropped: it" : "were dropped: the first") waited \(place).
                    """,
                remedy: """
                    Before `close()`, wait with `await store.flush()`, which lets delayed work begin at once, or with \
                    `finish()`; or cancel effects that should not run.
                    """,
                site: site
            )
        )
    }

    func reportMissingActor(site: SourceSite?) {
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
