// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

extension Dependencies {
    /// The time after which a request counts as slow; by default two seconds.
    package var patience: Duration {
        get { self[PatienceKey.self] }
        set { self[PatienceKey.self] = newValue }
    }
}

private enum PatienceKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Duration { .seconds(2) }
}
