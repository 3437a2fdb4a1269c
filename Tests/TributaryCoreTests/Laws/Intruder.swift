// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// Hostile code of a program, which uses its store freely wherever the store calls it.
@MainActor
final class Intruder {
    /// A place where a store calls code of the program.
    enum Place: String, CaseIterable, Codable {
        case selector, equality, duplicate, observer
        case hash, identity, getter, extract, embed, fallback, part
        case listener, willReduce, didReduce, detail, stateChanged, demand, slice, props, render
        case query, change, filter, spiritHash, spiritEquality, spiritEnd, transform, ghost

        /// Whether the state is always being changed there: code of the program may do all that reads nothing.
        var isInChange: Bool { [.extract, .embed, .query, .change, .filter].contains(self) }

        /// Whether the state may be being changed there: `forEach` finds the rows of its actions in it.
        var mayBeInChange: Bool { isInChange || self == .ghost }
    }

    /// Separate, because it cannot belong to an actor.
    private enum Task {
        @TaskLocal static var intruder: Intruder?
    }

    /// The places at which it is at work, with how likely it is that it does something there, in percent.
    private let places: Set<Place>
    private let chance: Int
    private let depth: Int
    private let limit: Int
    private let deed: @MainActor (_ mayBeInChange: Bool) -> Void
    private var generator: SeededGenerator

    /// The current places, each reached by a deed in the one before.
    private var inside: [Place] = []
    private var isSuspended = false
    private let thread = currentThread()

    /// The number of deeds; bounded, because its actions call it again.
    private(set) var count = 0

    init(at place: Place, deed: @escaping @MainActor () -> Void) {
        places = [place]
        chance = 100
        depth = 1
        limit = 4
        generator = SeededGenerator(seed: 0)
        self.deed = { _ in deed() }
    }

    /// Makes one that acts at several places at once, and in the consequences of its own deeds.
    init(
        at places: Set<Place>,
        chance: Int,
        depth: Int,
        limit: Int,
        seed: UInt64,
        deed: @escaping @MainActor (_ mayBeInChange: Bool) -> Void
    ) {
        self.places = places
        self.chance = chance
        self.depth = depth
        self.limit = limit
        self.deed = deed
        generator = SeededGenerator(seed: seed)
    }

    /// Called by the program's code at a place.
    nonisolated static func visit(_ place: Place) {
        // The thread on which an effect ended may release the effect's objects.
        guard let current = Task.intruder, current.thread == currentThread() else { return }
        MainActor.assumeIsolated { current.visit(place) }
    }

    /// Runs code undisturbed, such as a reducer that is not under test.
    nonisolated static func undisturbed<Result>(_ body: () -> Result) -> Result {
        guard let current = Task.intruder else { return body() }
        let outer = MainActor.assumeIsolated { current.suspend(true) }
        defer { _ = MainActor.assumeIsolated { current.suspend(outer) } }
        return body()
    }

    /// Lets it act during a closure.
    func haunt(_ body: () -> Void) { Task.$intruder.withValue(self, operation: body) }

    /// Lets it act during a closure.
    func haunt(_ body: @MainActor () async -> Void) async {
        await Task.$intruder.withValue(self) { await body() }
    }

    private func suspend(_ isSuspended: Bool) -> Bool {
        defer { self.isSuspended = isSuspended }
        return self.isSuspended
    }

    private func visit(_ place: Place) {
        // At work the first time it is anywhere, so that no seed tries nothing.
        guard places.contains(place), inside.count < depth, !isSuspended, count < limit,
            count == 0 || generator.chance(chance)
        else { return }
        inside.append(place)
        count += 1
        deed(inside.contains(where: \.mayBeInChange))
        inside.removeLast()
    }
}
