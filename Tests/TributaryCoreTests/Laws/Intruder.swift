// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Code of a program that does with its store what it likes, wherever the store calls it.
@MainActor
final class Intruder {
    /// Where a store calls code of the program.
    enum Place: String, CaseIterable, Codable {
        case selector, equality, duplicate, observer, condition, subscriber
        case hash, identity, getter, extract, embed, fallback, part
        case listener, willReduce, didReduce, detail, stateChanged, demand, slice, props, render
    }

    /// Apart, because what belongs to an actor cannot have it.
    private enum Task {
        @TaskLocal static var intruder: Intruder?
    }

    private let place: Place
    private let deed: @MainActor () -> Void
    private var isInside = false
    private var isSuspended = false

    /// How often it was at work; a few times, because what it sends brings it back.
    private(set) var count = 0

    init(at place: Place, deed: @escaping @MainActor () -> Void) {
        self.place = place
        self.deed = deed
    }

    /// Called by the program's code at a place.
    nonisolated static func visit(_ place: Place) {
        guard let current = Task.intruder else { return }
        MainActor.assumeIsolated { current.visit(place) }
    }

    /// Runs something undisturbed, such as a reducer, whose own code is not what is tried.
    nonisolated static func undisturbed<Result: Sendable>(_ body: () -> Result) -> Result {
        guard let current = Task.intruder else { return body() }
        MainActor.assumeIsolated { current.isSuspended = true }
        defer { MainActor.assumeIsolated { current.isSuspended = false } }
        return body()
    }

    /// Lets it be at work in what a closure does.
    func haunt(_ body: () -> Void) { Task.$intruder.withValue(self, operation: body) }

    /// Lets it be at work in what a closure does.
    func haunt(_ body: @MainActor () async -> Void) async {
        await Task.$intruder.withValue(self) { await body() }
    }

    private func visit(_ place: Place) {
        guard place == self.place, !isInside, !isSuspended, count < 4 else { return }
        isInside = true
        count += 1
        deed()
        isInside = false
    }
}
