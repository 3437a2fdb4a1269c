// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// Stops a debug build when the parts do not fit together; free in release.
    ///
    /// Linear.
    package func checkInvariants() {
        assert(brokenInvariant == nil, brokenInvariant ?? "")
    }

    /// What does not fit together, or `nil`, in any build.
    ///
    /// Linear.
    package var brokenInvariant: String? {
        guard identifiers.count == storage.count else {
            return "\(storage.count) elements have \(identifiers.count) identifiers"
        }
        guard positions.count == storage.count else {
            return "\(storage.count) elements have \(positions.count) positions"
        }
        for (position, id) in identifiers.enumerated() where positions[id] != position {
            let registered = positions[id].map(String.init) ?? "none"
            return "\(id) lies at \(position), but its position is said to be \(registered)"
        }
        return nil
    }
}
