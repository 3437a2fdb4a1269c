// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension EnumDeclaration {
    /// The indices of the cases, by the names of the cases that have one.
    var indices: [String: Int] {
        guard isEachConditionComplete else { return [:] }
        var indices: [String: Int] = [:]
        // Branches of an `#if` may use the same name, and only one of them is compiled.
        for enumCase in members.flatMap(\.allCases) where enumCase.hasIndex {
            indices[enumCase.plainName] = indices[enumCase.plainName] ?? indices.count
        }
        return indices
    }

    /// The function that returns the index of the case that a value is in; nothing if no case has one.
    func indexLines(_ indices: [String: Int]) -> [String] {
        guard !indices.isEmpty else { return [] }
        let plain = members.compactMap(\.enumCase)
        // The default also handles cases that the macro cannot see: an overload, or an unavailable case.
        let isComplete = plain.count == writtenCounts.outside && plain.allSatisfy(\.hasIndex)
        let branches = indexLines(for: members, indices, listing: false)
        let other = isComplete ? [] : ["default: nil"]
        return ["static func caseIndex(of value: Self) -> Swift.Int? {", "    switch value {"]
            + (branches + other).map { "    " + $0 } + ["    }", "}"]
    }

    /// - Parameters:
    ///   - members: The cases.
    ///   - indices: Their indices.
    ///   - listing: Whether the cases without an index are listed, too, as there may be no default.
    /// - Returns: The lines of the `switch`.
    private func indexLines(for members: [EnumMember], _ indices: [String: Int], listing: Bool) -> [String] {
        members.flatMap { member -> [String] in
            switch member {
            case .enumCase(let enumCase):
                if enumCase.hasIndex, let index = indices[enumCase.plainName] {
                    return ["case \(enumCase.placeholder): \(index)"]
                }
                return listing ? ["case .\(enumCase.name): nil"] : []
            case .conditional(let clauses):
                return clauses.flatMap {
                    [$0.opening] + indexLines(for: $0.members, indices, listing: true)
                } + ["#endif"]
            }
        }
    }

    /// Whether all cases inside of `#if` can be listed, and so a `switch` over all cases be written.
    private var isEachConditionComplete: Bool {
        let cases = members.filter { $0.enumCase == nil }.flatMap(\.allCases)
        return cases.count == writtenCounts.inConditions && cases.allSatisfy(\.availability.isEmpty)
    }
}

extension EnumMember {
    /// The case, unless it is a `#if`.
    fileprivate var enumCase: EnumCase? { if case .enumCase(let enumCase) = self { enumCase } else { nil } }

    fileprivate var allCases: [EnumCase] {
        switch self {
        case .enumCase(let enumCase): [enumCase]
        case .conditional(let clauses): clauses.flatMap { $0.members.flatMap(\.allCases) }
        }
    }
}

extension EnumCase {
    /// Whether the case may be that of a child's actions.
    ///
    /// One that is limited to some platforms cannot be matched on others.
    var hasIndex: Bool { payloads.count == 1 && availability.isEmpty }
}
