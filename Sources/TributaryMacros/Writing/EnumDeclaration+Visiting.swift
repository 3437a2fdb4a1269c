// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension EnumDeclaration {
    /// The indices of the cases that are visited, by the names of the cases.
    var visitedIndices: [String: Int] {
        guard isEachConditionComplete else { return [:] }
        var indices: [String: Int] = [:]
        // Branches of an `#if` may use the same name, and only one of them is compiled.
        for enumCase in members.flatMap(\.allCases) where enumCase.isVisited {
            indices[enumCase.plainName] = indices[enumCase.plainName] ?? indices.count
        }
        return indices
    }

    /// The function that shows a visitor which case a value is in; nothing if no case is visited.
    func visitLines(_ indices: [String: Int]) -> [String] {
        guard !indices.isEmpty else { return [] }
        let plain = members.compactMap(\.enumCase)
        // The default also handles cases that the macro cannot see: an overload, or an unavailable case.
        let isComplete = plain.count == writtenCounts.outside && plain.allSatisfy(\.isVisited)
        let branches = visitLines(for: members, indices, listing: false)
        let other = isComplete ? [] : ["default: visitor.visitOther()"]
        // The parameter is named so that a payload's type does not mean it.
        return [
            "static func visitCase<VisitorOfCases: Tributary.CaseVisitor>(",
            "    of value: Self,",
            "    _ visitor: VisitorOfCases",
            ") -> VisitorOfCases.Output {",
            "    switch value {",
        ] + (branches + other).map { "    " + $0 } + ["    }", "}"]
    }

    /// - Parameters:
    ///   - members: The cases.
    ///   - indices: Their indices.
    ///   - listing: Whether the cases that are not visited are listed, too, as there may be no default.
    /// - Returns: The lines of the `switch`.
    private func visitLines(for members: [EnumMember], _ indices: [String: Int], listing: Bool) -> [String] {
        members.flatMap { member -> [String] in
            switch member {
            case .enumCase(let enumCase):
                if enumCase.isVisited, let index = indices[enumCase.plainName] {
                    // An existential would be opened without the cast, and its type be another one.
                    let value = "value as \(enumCase.valueType)"
                    return ["case \(enumCase.pattern): visitor.visit(\(index), \(value))"]
                }
                return listing ? ["case .\(enumCase.name): visitor.visitOther()"] : []
            case .conditional(let clauses):
                return clauses.flatMap {
                    [$0.opening] + visitLines(for: $0.members, indices, listing: true)
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
    /// One that is limited to some platforms cannot be matched on others. A function is no action, and passing it on
    /// would allocate.
    var isVisited: Bool {
        payloads.count == 1 && availability.isEmpty && !payloads[0].type.contains("->")
    }
}
