// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation of an effect, with what its task is to be called.
@usableFromInline
struct EffectWork<Action>: Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite
    let operation: @Sendable (Send<Action>) async -> Void

    init(
        name: String?,
        priority: TaskPriority?,
        site: SourceSite,
        operation: @escaping @Sendable (Send<Action>) async -> Void
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        self.operation = operation
    }

    /// The same work, done with the dependencies of a subtree.
    func depending(on dependencies: Dependencies) -> EffectWork {
        EffectWork(name: name, priority: priority, site: site) { [operation] send in
            await Dependencies.$overriding.withValue(dependencies) { await operation(send) }
        }
    }
}
