// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The law for one case and one value: extracting an embedded value gives the value.
struct CasePathLaw: Sendable, CustomStringConvertible {
    let description: String
    private let holdsFor: @Sendable () -> Bool

    init<Root, Value: Equatable & Sendable>(_ path: CasePath<Root, Value>, _ value: Value) {
        self.init(path, value, by: ==)
    }

    /// The law for values that are not `Equatable`, such as tuples.
    init<Root, Value: Sendable>(
        _ path: CasePath<Root, Value>,
        _ value: Value,
        by areEqual: @escaping @Sendable (Value, Value) -> Bool
    ) {
        description = "\(Root.self): \(value)"
        holdsFor = { path.extract(from: path.embed(value)).map { areEqual($0, value) } ?? false }
    }

    func holds() -> Bool { holdsFor() }
}
