// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The computation of one default: notes what it reads, and finds out when it would need itself.
///
/// The container that is given to the default carries it. So it works on whichever thread the default reads.
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

    /// Notes that the default reads a dependency, which was computed from others if it was not given.
    func read(_ key: ObjectIdentifier, made inputs: DefaultInputs = .keys([])) {
        progress.withLock { progress in
            // A container that outlives the computation may be read for ever.
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

    /// Ends the computation, and tells what it read, and whether its value is missing.
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
