// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The actor of a test store's machine; it runs the jobs that its scheduler allows.
actor EffectHome {
    private nonisolated let scheduler: EffectScheduler

    init(_ scheduler: EffectScheduler) { self.scheduler = scheduler }

    nonisolated var unownedExecutor: UnownedSerialExecutor { scheduler.asUnownedSerialExecutor() }
}
