// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

extension Dependencies {
    /// The books that Checkout knows; none unless they are set.
    public var holdings: Holdings {
        get { self[HoldingsKey.self] }
        set { self[HoldingsKey.self] = newValue }
    }
}

private enum HoldingsKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Holdings { Holdings([]) }
}
