// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestStore {
    /// Attaches a companion, such as a service, a middleware or a feedback, until its token goes.
    ///
    /// What it sends is to be received. What it sends later, through its handle, arrives when the test next calls the
    /// store. An action that a middleware swallows reaches no reducer, so that no change can be expected of it; one
    /// that it replaces is checked as the one that took its place.
    ///
    /// - Parameter companion: The companion.
    /// - Returns: The token that keeps it attached.
    public func attach(_ companion: some Companion<State, Action>) -> ObservationToken {
        guard let machine = subject.machine else { preconditionFailure("Only stores have companions.") }
        if admissions == nil {
            let count = AdmissionCount<State, Action>()
            admissions = (count, within { machine.attach(count) })
            received.admissions = count
        }
        return within { machine.attach(companion) }
    }

    /// Attaches a companion that is made here, so that its `@Dependency` properties are this store's dependencies.
    ///
    /// - Parameter make: Makes the companion, at once, as the test has set up the store.
    /// - Returns: The companion, and the token that keeps it attached.
    public func attach<C: Companion<State, Action>>(_ make: () -> C) -> (
        companion: C, token: ObservationToken
    ) {
        let companion = within { subject.dependencies.making(make) }
        return (companion, attach(companion))
    }
}
