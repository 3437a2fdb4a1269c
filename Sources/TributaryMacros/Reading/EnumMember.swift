// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A case of an enum, or a `#if` with cases in it.
enum EnumMember {
    case enumCase(EnumCase)
    case conditional([Clause])

    /// One branch of a `#if`.
    struct Clause {
        /// The line that opens it: `#if DEBUG`, `#else`.
        let opening: String
        /// Its members; there may be none, because the branches after it depend on its condition.
        var members: [EnumMember]
    }

    /// Reads the cases among an enum's members.
    static func reading(_ members: MemberBlockItemListSyntax, enumName: String) -> [EnumMember] {
        members.flatMap { item -> [EnumMember] in
            if let declaration = item.decl.as(EnumCaseDeclSyntax.self) {
                // Nothing may mention a case that is unavailable, not even something that is unavailable itself.
                if declaration.attributes.hasUnavailability { return [] }
                return declaration.elements.map { element in
                    .enumCase(
                        EnumCase(
                            reading: element,
                            availability: declaration.attributes.availability,
                            enumName: enumName
                        )
                    )
                }
            }
            guard let block = item.decl.as(IfConfigDeclSyntax.self) else { return [] }
            let clauses = block.clauses.map { Clause(reading: $0, enumName: enumName) }
            return clauses.allSatisfy(\.members.isEmpty) ? [] : [.conditional(clauses)]
        }
    }

    /// How many cases are written outside and inside of `#if`.
    static func counting(_ members: MemberBlockItemListSyntax) -> (outside: Int, inConditions: Int) {
        var counts = (outside: 0, inConditions: 0)
        for item in members {
            if let declaration = item.decl.as(EnumCaseDeclSyntax.self) {
                counts.outside += declaration.elements.count
            } else if let block = item.decl.as(IfConfigDeclSyntax.self) {
                for clause in block.clauses {
                    guard let members = clause.elements?.as(MemberBlockItemListSyntax.self) else { continue }
                    let inner = counting(members)
                    counts.inConditions += inner.outside + inner.inConditions
                }
            }
        }
        return counts
    }
}

extension EnumMember.Clause {
    init(reading syntax: IfConfigClauseSyntax, enumName: String) {
        opening = syntax.openingLine
        members =
            syntax.elements?.as(MemberBlockItemListSyntax.self)
            .map { EnumMember.reading($0, enumName: enumName) } ?? []
    }
}

extension IfConfigClauseSyntax {
    /// The line that opens it: `#if DEBUG`, `#else`.
    var openingLine: String {
        [poundKeyword.text, condition?.trimmedDescription].compactMap(\.self).joined(separator: " ")
    }
}

extension [EnumMember] {
    /// Leaves out each case whose name is taken already.
    ///
    /// - Parameters:
    ///   - names: The names that are taken; those of these members are added.
    ///   - report: Called for each case that is left out.
    /// - Returns: The other members.
    func removingOverloads(of names: inout Set<String>, report: (EnumCase) -> Void) -> [EnumMember] {
        compactMap { member in
            switch member {
            case .enumCase(let enumCase):
                guard names.insert(enumCase.plainName).inserted else {
                    report(enumCase)
                    return nil
                }
                return member
            case .conditional(var clauses):
                // Only one branch is compiled, so the branches may use the same names.
                let namesBefore = names
                for index in clauses.indices {
                    var branchNames = namesBefore
                    clauses[index].members = clauses[index].members
                        .removingOverloads(of: &branchNames, report: report)
                    names.formUnion(branchNames)
                }
                return .conditional(clauses)
            }
        }
    }
}
