// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Diagnostic {
    /// An operation threw an error, and has no closure that handles it.
    static func uncaught(_ error: any Error, site: SourceSite?) -> Diagnostic {
        Diagnostic(
            .uncaughtEffectError,
            message: "An effect threw \(String(reflecting: error)), and no `catch:` closure handles it.",
            remedy: "Give the effect a `catch:` closure that sends an action for the failure.",
            site: site
        )
    }

    /// The program used a `send` after its effect had ended.
    static func sentAfterEnd(_ action: String, site: SourceSite?) -> Diagnostic {
        Diagnostic(
            .sendAfterEffectEnd,
            message: "An action was sent by an effect that has ended; it was dropped.",
            remedy: "Let the operation wait for every task that uses its `send`.",
            action: action,
            site: site
        )
    }

    /// A number of attempts or effects is below one.
    static func belowOne(_ subject: String, allows count: Int, site: SourceSite?) -> Diagnostic {
        Diagnostic(
            .effectLimitBelowOne,
            message: "\(subject) allows \(count), which is below 1; it is treated as 1.",
            remedy: "Pass a number of at least 1, or return `.none` as the effect if nothing should run.",
            site: site
        )
    }
}
