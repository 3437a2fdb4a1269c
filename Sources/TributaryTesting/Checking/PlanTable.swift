// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The plans of effects, by the state and the action that they came from; equal plans are kept once.
struct PlanTable {
    private var plans: [UInt64: KeptPlan] = [:]

    /// The plans by their identity.
    private var shared: [UInt64: KeptPlan] = [:]

    /// The origins of the plans that were made since effects were recorded last.
    private var newOrigins: [UInt64] = []

    subscript(origin: UInt64) -> KeptPlan? { plans[origin] }

    mutating func insert(_ plan: KeptPlan, origin: UInt64) {
        // Those that are forgotten are made again.
        if plans.count >= planLimit { (plans, shared) = ([:], [:]) }
        plans[origin] = plan
        newOrigins.append(origin)
    }

    /// Replaces new plans by equal ones, when all their operations are recorded.
    mutating func share() {
        for origin in newOrigins {
            guard let plan = plans[origin] else { continue }
            if let known = shared[plan.identity] {
                plans[origin] = known
            } else {
                shared[plan.identity] = plan
            }
        }
        newOrigins = []
    }
}

/// How many plans are kept.
private let planLimit = 100_000
