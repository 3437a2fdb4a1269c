// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A state as `@FormState` needs it, read from syntax.
struct FormDeclaration {
    /// The name, in backticks where the source has them.
    let name: String

    /// `struct` or `enum`.
    let keyword: String

    /// The modifier that members need to be as visible as the type; `nil` if they need none.
    let access: String?

    /// The `@available` attributes of the type and of the types around it.
    let availability: [String]

    /// The token that hides the type from extensions at the top level; `nil` if it is visible there.
    let hidingToken: TokenSyntax?

    /// The fields, in the order and within the `#if` of the source.
    let members: [FormMember]

    /// Reads a struct or an enum.
    ///
    /// - Parameters:
    ///   - syntax: The type; the result is `nil` for another kind.
    ///   - lexicalContext: The declarations around it, the innermost first.
    init?(reading syntax: some DeclGroupSyntax, in lexicalContext: [Syntax]) {
        if let structure = syntax.as(StructDeclSyntax.self) {
            name = structure.name.text
            hidingToken = structure.hidingToken(in: lexicalContext)
        } else if let enumeration = syntax.as(EnumDeclSyntax.self) {
            name = enumeration.name.text
            hidingToken = enumeration.hidingToken(in: lexicalContext)
        } else {
            return nil
        }
        keyword = syntax.introducer.text
        access = syntax.access(in: lexicalContext)
        availability = syntax.availability(in: lexicalContext)
        members = FormMember.reading(
            syntax.memberBlock.members,
            ofEnum: syntax.is(EnumDeclSyntax.self)
        )
    }
}

/// Something that a form can change, or a `#if` with such things in it.
enum FormMember {
    case field(label: String, name: TokenSyntax)
    case conditional([(opening: String, members: [FormMember])])

    static func reading(_ members: MemberBlockItemListSyntax, ofEnum: Bool) -> [FormMember] {
        members.flatMap { item -> [FormMember] in
            if let block = item.decl.as(IfConfigDeclSyntax.self) {
                let clauses = block.clauses.map { clause in
                    let members = clause.elements?.as(MemberBlockItemListSyntax.self)
                    return (clause.openingLine, members.map { reading($0, ofEnum: ofEnum) } ?? [])
                }
                return clauses.allSatisfy(\.1.isEmpty) ? [] : [.conditional(clauses)]
            }
            return ofEnum ? item.decl.caseFields : item.decl.as(VariableDeclSyntax.self)?.fields ?? []
        }
    }
}

extension DeclSyntax {
    /// The cases with one value.
    fileprivate var caseFields: [FormMember] {
        guard let declaration = self.as(EnumCaseDeclSyntax.self), declaration.attributes.availability.isEmpty
        else {
            return []
        }
        return declaration.elements.filter { $0.parameterClause?.parameters.count == 1 }
            .map { .field(label: "case", name: $0.name) }
    }
}

extension VariableDeclSyntax {
    /// The properties that can be set through a key path.
    fileprivate var fields: [FormMember] {
        let others: [Keyword] = [.static, .class, .lazy]
        let isOther = modifiers.contains { modifier in
            others.contains { modifier.name.tokenKind == .keyword($0) }
        }
        guard bindingSpecifier.tokenKind == .keyword(.var), !isOther, attributes.availability.isEmpty else {
            return []
        }
        let label = attributes.hasSecret ? "secret" : ""
        return bindings.filter { $0.accessorBlock.map(\.canSet) ?? true }
            .flatMap { $0.pattern.names }
            .map { .field(label: label, name: $0) }
    }
}

extension PatternSyntax {
    /// The names that are declared, as by `(a, b)`.
    fileprivate var names: [TokenSyntax] {
        if let tuple = self.as(TuplePatternSyntax.self) { return tuple.elements.flatMap(\.pattern.names) }
        return self.as(IdentifierPatternSyntax.self).map { [$0.identifier] } ?? []
    }
}

extension AccessorBlockSyntax {
    /// Whether a key path can read the property and set it.
    fileprivate var canSet: Bool {
        guard case .accessors(let accessors) = accessors else { return false }
        let setting: [Keyword] = [.set, ._modify, .willSet, .didSet]
        let canSet = accessors.contains { accessor in
            setting.contains { accessor.accessorSpecifier.tokenKind == .keyword($0) }
        }
        let isMutatedByReading = accessors.contains { accessor in
            accessor.accessorSpecifier.tokenKind == .keyword(.get)
                && accessor.modifier?.name.tokenKind == .keyword(.mutating)
        }
        return canSet && !isMutatedByReading
    }
}

extension AttributeListSyntax {
    /// Whether it is `@Secret`, also with the name of a module.
    fileprivate var hasSecret: Bool {
        contains { element in
            let name = element.as(AttributeSyntax.self)?.attributeName
            return name?.as(IdentifierTypeSyntax.self)?.name.text == "Secret"
                || name?.as(MemberTypeSyntax.self)?.name.text == "Secret"
        }
    }
}
