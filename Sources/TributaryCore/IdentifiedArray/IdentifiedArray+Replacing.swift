// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// Replaces the elements in a range of positions by others.
    ///
    /// A new element may have the identifier of a removed one. Of elements with the same identifier the first is
    /// kept, and one outside the range before all others; each other one is a diagnostic. Linear in the elements of
    /// the range, the new ones and those after them. A range out of bounds stops the program.
    ///
    /// - Parameters:
    ///   - bounds: The positions of the elements to remove.
    ///   - elements: The new elements, in order.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    @inlinable
    public mutating func replaceSubrange(
        _ bounds: some RangeExpression<Int>,
        with elements: some Sequence<Element>,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        let bounds = bounds.relative(to: storage)
        precondition(bounds.lowerBound >= 0 && bounds.upperBound <= count, "A position is out of range.")
        for id in identifiers[bounds] {
            note(id)
            positions[id] = nil
        }
        var newElements: ContiguousArray<Element> = []
        var newIdentifiers: [ID] = []
        for element in elements {
            let id = identify(element)
            let position = bounds.lowerBound + newElements.count
            // After the range every position is still the old one, so equal positions do not mean a new place.
            guard positions[id] == nil else {
                reportDuplicate(id, at: SourceSite(fileID: fileID, line: line))
                continue
            }
            note(id)
            positions[id] = position
            newElements.append(element)
            newIdentifiers.append(id)
        }
        storage.replaceSubrange(bounds, with: newElements)
        identifiers.replaceSubrange(bounds, with: newIdentifiers)
        if newElements.count != bounds.count { renumber(from: bounds.lowerBound + newElements.count) }
        if !newElements.isEmpty || !bounds.isEmpty { membersChanged() }
    }
}
