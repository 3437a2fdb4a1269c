// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestStore {
    /// Attaches a companion, such as a service, a middleware, or a feedback, until its token is dropped.
    ///
    /// The test has to receive the companion's actions. Actions that it sends later, through its handle, arrive when the test next
    /// calls the store. An action that a middleware drops reaches no reducer, so expect no change of it. If a middleware replaces
    /// an action, the replacement is checked.
    ///
    /// - Parameter companion: The companion.
    /// - Returns: The token that keeps it attached.
    public func attach(_ companion: some Companion<State, Action>) -> ObservationToken {
        attach([companion])
    }

    /// Attaches companions that are made here, so that their `@Dependency` properties are this store's dependencies.
    ///
    /// All companions are started, in order, before any action is reduced that one of them sent.
    ///
    /// - Parameter make: Makes the companions, at once, with the test's dependencies.
    /// - Returns: The token that keeps them attached.
    public func attach(
        @CompanionBuilder<State, Action> _ make: () -> [any Companion<State, Action>]
    ) -> ObservationToken {
        attach(within { subject.dependencies.making(make) })
    }

    private func attach(_ companions: [any Companion<State, Action>]) -> ObservationToken {
        guard let machine = subject.machine else { preconditionFailure("Only stores have companions.") }
        if admissions == nil {
            let count = AdmissionCount<State, Action>()
            admissions = (count, within { machine.attach([count]) })
            received.admissions = count
        }
        return within { machine.attach(companions) }
    }
}
