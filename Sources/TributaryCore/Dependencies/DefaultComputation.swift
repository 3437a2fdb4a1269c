// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The computation of one default.
///
/// It records what the default reads, and detects when the default would need itself.
///
/// The container that is passed to the default carries it. So it works on any thread on which the default reads.
final class DefaultComputation: Sendable {
    private struct Progress {
        var inputs = DefaultInputs.keys([])
        var missing: MissingDependency?
        var isRunning = true

        /// The computation that asked for this one.
        var asker: DefaultComputation?
    }

    private let key: any DependencyKey.Type
    private let progress: Mutex<Progress>

    init(of key: any DependencyKey.Type, for asker: DefaultComputation?) {
        self.key = key
        progress = Mutex(Progress(asker: asker))
    }

    /// Records that the default reads a dependency, and what that was computed from if it is a default itself.
    func read(_ key: ObjectIdentifier, made inputs: DefaultInputs = .keys([])) {
        progress.withLock { progress in
            // A container may outlive the computation, and be read at any time later.
            if progress.isRunning { progress.inputs.insert(key, inputs) }
        }
    }

    func markMissing(at site: SourceSite) -> Bool {
        progress.withLock { progress in
            guard progress.isRunning else { return false }
            progress.missing = MissingDependency(name: typeName(key), site: site)
            return true
        }
    }

    /// Ends the computation.
    ///
    /// Returns what it read, and whether its value is missing.
    func end() -> (DefaultInputs, MissingDependency?) {
        progress.withLock { progress in
            progress.isRunning = false
            progress.asker = nil
            return (progress.inputs, progress.missing)
        }
    }

    /// The names of the dependencies that need each other, if this one is asked for again while it is computed.
    func cycle(through key: any DependencyKey.Type) -> [String]? {
        var names = [typeName(key)]
        var computation: DefaultComputation? = self
        while let current = computation {
            let (isRunning, asker) = current.progress.withLock { ($0.isRunning, $0.asker) }
            guard isRunning else { return nil }
            names.append(typeName(current.key))
            if ObjectIdentifier(current.key) == ObjectIdentifier(key) { return names.reversed() }
            computation = asker
        }
        return nil
    }
}
