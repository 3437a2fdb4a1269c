// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// An effect that could continue now, for the chooser of the order.
public struct ReadyEffect: Hashable, Sendable, CustomStringConvertible {
    /// The number of the effect: a store counts its effects from 1, in the order in which they begin.
    public let number: Int

    /// The name that the reducer gave the effect.
    public let name: String?

    /// Where the reducer made the effect; `nil` if that is unknown.
    public let site: SourceSite?

    /// Whether its next step delivers an action.
    public let isSending: Bool

    /// The effect as failures show it: its name or number, and its place.
    public var description: String {
        guard number > 0 else { return "an effect that came back from elsewhere" }
        let title = name.map { "\"\($0)\"" } ?? "effect \(number)"
        return site.map { "\(title) (\($0))" } ?? title
    }
}

extension ReadyEffect {
    init(_ effect: EffectDescription) {
        self.init(number: effect.number, name: effect.name, site: effect.site, isSending: false)
    }

    init(_ job: ReadyJob) {
        let effect = job.effect?.description
        self.init(
            number: effect?.number ?? 0,
            name: effect?.name,
            site: effect?.site,
            isSending: job.isDelivery
        )
    }
}
