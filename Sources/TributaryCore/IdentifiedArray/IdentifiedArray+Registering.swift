// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The register of identifiers, updated by every change of the elements.
extension IdentifiedArray {
    /// Registers an identifier at a position, unless it is registered; one hash either way.
    ///
    /// - Returns: The position at which it is registered now.
    @inlinable
    mutating func register(_ id: ID, at position: Int) -> Int {
        func read(_ position: inout Int) -> Int { position }
        return read(&positions[id, default: position])
    }

    /// Registers the positions of the elements from a position on.
    @inlinable
    mutating func renumber(from first: Int) {
        for position in first..<identifiers.count { positions[identifiers[position]] = position }
    }

    /// Registers the element at a position under its identifier, after code that may have changed it.
    @inlinable
    mutating func settle(at position: Int) {
        let id = identify(storage[position])
        if id != identifiers[position] { settle(at: position, under: id) }
    }

    /// Registers an element whose identifier changed.
    ///
    /// If the new identifier belongs to another element, this one stays registered under the former: nothing is lost,
    /// and the next access tries again. Each step leaves one more element under its own identifier, so it ends.
    @usableFromInline
    mutating func settle(at position: Int, under id: ID) {
        let former = identifiers[position]
        note(former)
        note(id)
        guard let other = positions[id] else {
            positions[former] = nil
            positions[id] = position
            identifiers[position] = id
            membersChanged()
            reportChange(of: former, to: id, "It is now reachable under the new one.")
            return
        }
        guard identify(storage[other]) != id else {
            reportChange(
                of: former,
                to: id,
                "That belongs to another element. Both are kept, this one is found under \(former)."
            )
            return
        }
        // The other element has given up this identifier, but its new one was not free: swap the two.
        identifiers.swapAt(position, other)
        positions[id] = position
        positions[former] = other
        arrangementChanged()
        reportChange(of: former, to: id, "It is now reachable under the new one.")
        settle(at: other)
    }

    /// Appends an element that was assigned to an identifier which no element has.
    @usableFromInline
    mutating func append(_ element: Element, expecting id: ID) {
        let own = identify(element)
        let inserted = append(element).inserted
        guard own != id else { return }
        reportChange(
            of: id,
            to: own,
            inserted
                ? "It was appended under its own identifier."
                : "Another element has that identifier already; it was kept, and the new one was left out."
        )
    }

    @usableFromInline
    func reportDuplicate(_ id: ID, at site: SourceSite?) {
        DiagnosticReporter.current.report(
            Diagnostic(
                .duplicateIdentifier,
                message:
                    "Two elements of \(typeName(Self.self)) have the identifier \(id); the second was left out.",
                remedy: "Give every element an identifier of its own, or use `updateOrAppend` to replace.",
                site: site
            )
        )
    }

    func reportChange(of former: ID, to id: ID, _ outcome: String) {
        DiagnosticReporter.current.report(
            Diagnostic(
                .identifierChanged,
                message: """
                    The identifier of an element of \(typeName(Self.self)) changed from \(former) to \(id). \(outcome)
                    """,
                remedy: "Do not change identifiers; use `replaceSubrange` to replace an element by another."
            )
        )
    }
}

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
