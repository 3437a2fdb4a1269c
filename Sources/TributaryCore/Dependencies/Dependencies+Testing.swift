// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// Whether the container belongs to a test, so that defaults can refuse to reach the real world.
    ///
    /// It is `false` by default; the stores of `TributaryTesting` set it. Setting it recomputes every default that
    /// reads it.
    public var isTesting: Bool {
        get { self[IsTestingKey.self] }
        set {
            self[IsTestingKey.self] = newValue
            tellsWhoAsks = newValue
        }
    }
}

private enum IsTestingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Bool { false }
}
