// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// How the program was built, and where it runs.
    public var buildContext: BuildContext {
        get { self[BuildContextKey.self] }
        set { self[BuildContextKey.self] = newValue }
    }
}

/// How a program was built, and where it runs; a test may set other values.
public struct BuildContext: Hashable, Sendable {
    /// Whether it was built for debugging.
    public var isDebug: Bool

    /// Whether it was built for a simulator of a device.
    public var isSimulator: Bool

    /// Whether it shows a preview in an editor; `false` unless it is set.
    public var isPreview: Bool

    /// Describes a build, by default this one.
    ///
    /// - Parameters:
    ///   - isDebug: Whether it was built for debugging.
    ///   - isSimulator: Whether it was built for a simulator.
    ///   - isPreview: Whether it shows a preview.
    public init(
        isDebug: Bool = Self.current.isDebug,
        isSimulator: Bool = Self.current.isSimulator,
        isPreview: Bool = false
    ) {
        self.isDebug = isDebug
        self.isSimulator = isSimulator
        self.isPreview = isPreview
    }

    /// This build.
    public static let current: BuildContext = {
        #if DEBUG
        let isDebug = true
        #else
        let isDebug = false
        #endif
        #if targetEnvironment(simulator)
        let isSimulator = true
        #else
        let isSimulator = false
        #endif
        return BuildContext(isDebug: isDebug, isSimulator: isSimulator, isPreview: false)
    }()
}

private enum BuildContextKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> BuildContext { .current }
}
