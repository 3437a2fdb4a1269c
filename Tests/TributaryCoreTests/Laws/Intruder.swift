// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// Code of a program that does with its store what it likes, wherever the store calls it.
@MainActor
final class Intruder {
    /// Where a store calls code of the program.
    enum Place: String, CaseIterable, Codable {
        case selector, equality, duplicate, observer, condition, subscriber
        case hash, identity, getter, extract, embed, fallback, part
        case listener, willReduce, didReduce, detail, stateChanged, demand, slice, props, render
        case query, change, filter, spiritHash, spiritEquality, spiritEnd, transform, ghost

        /// Whether the state is always being changed there: code of the program may do all that reads nothing.
        var isInChange: Bool { [.extract, .embed, .query, .change, .filter].contains(self) }

        /// Whether the state may be being changed there: `forEach` finds the rows of its actions in it.
        var mayBeInChange: Bool { isInChange || self == .ghost }
    }

    /// Apart, because what belongs to an actor cannot have it.
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

    /// The places in which it is, each called by what it did in the one before.
    private var inside: [Place] = []
    private var isSuspended = false
    private let thread = currentThread()

    /// How often it was at work; a few times, because what it sends brings it back.
    private(set) var count = 0

    init(at place: Place, deed: @escaping @MainActor () -> Void) {
        places = [place]
        chance = 100
        depth = 1
        limit = 4
        generator = SeededGenerator(seed: 0)
        self.deed = { _ in deed() }
    }

    /// Makes one that is at several places at once, and at work in what follows from its own work.
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
        // What an effect held may be released by the thread on which it ended.
        guard let current = Task.intruder, current.thread == currentThread() else { return }
        MainActor.assumeIsolated { current.visit(place) }
    }

    /// Runs something undisturbed, such as a reducer, whose own code is not what is tried.
    nonisolated static func undisturbed<Result>(_ body: () -> Result) -> Result {
        guard let current = Task.intruder else { return body() }
        let outer = MainActor.assumeIsolated { current.suspend(true) }
        defer { _ = MainActor.assumeIsolated { current.suspend(outer) } }
        return body()
    }

    /// Lets it be at work in what a closure does.
    func haunt(_ body: () -> Void) { Task.$intruder.withValue(self, operation: body) }

    /// Lets it be at work in what a closure does.
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
