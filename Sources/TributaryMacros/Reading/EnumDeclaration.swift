// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// An enum as the macros need it, read from syntax.
struct EnumDeclaration {
    /// The name, in backticks where the source has them.
    let name: String

    /// The modifier that members need to be as visible as the enum; `nil` if they need none.
    let access: String?

    /// The `@available` attributes of the enum and of the types around it.
    let availability: [String]

    /// Whether generic parameters are in scope, or might be: an extension does not show those of its type.
    let mayBeGeneric: Bool

    /// How many cases are written outside and inside of `#if`, including those that have no path.
    let writtenCounts: (outside: Int, inConditions: Int)

    /// The cases, in the order and within the `#if` they are written in.
    private(set) var members: [EnumMember]

    /// Reads an enum.
    ///
    /// - Parameters:
    ///   - syntax: The enum.
    ///   - lexicalContext: The declarations around it, the innermost first.
    init(reading syntax: EnumDeclSyntax, in lexicalContext: [Syntax]) {
        let name = syntax.name.text
        self.name = name
        access = syntax.access(in: lexicalContext)
        availability = syntax.availability(in: lexicalContext)
        mayBeGeneric =
            syntax.genericParameterClause != nil
            || lexicalContext.contains { node in
                node.is(ExtensionDeclSyntax.self)
                    || node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
            }
        writtenCounts = EnumMember.counting(syntax.memberBlock.members)
        members = EnumMember.reading(syntax.memberBlock.members, enumName: name)
    }

    /// Leaves out each case whose name an earlier one has, unless only one of them can be compiled.
    ///
    /// - Parameter report: Called for each case that is left out.
    /// - Returns: The enum with one case for each name.
    func removingOverloads(report: (EnumCase) -> Void) -> EnumDeclaration {
        var names: Set<String> = []
        var result = self
        result.members = members.removingOverloads(of: &names, report: report)
        return result
    }
}
