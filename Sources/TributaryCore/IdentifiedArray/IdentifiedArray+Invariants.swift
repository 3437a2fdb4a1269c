// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// Stops a debug build if the parts are inconsistent; costs nothing in release builds.
    ///
    /// Linear.
    package func checkInvariants() {
        assert(brokenInvariant == nil, brokenInvariant ?? "")
    }

    /// Describes an inconsistency, in any build; `nil` if there is none.
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
