// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// A struct of closures as `@Client` needs it, read from syntax.
struct ClientDeclaration {
    /// The name, in backticks where the source has them.
    let name: String

    /// The modifier that members need to be as visible as the struct; `nil` if they need none.
    let access: String?

    /// The `@available` attributes of the struct and of the types around it.
    let availability: [String]

    /// The properties that the initializer sets, in the order in which they are written.
    let properties: [ClientProperty]

    /// The reasons why the initializer cannot be written.
    let obstacles: [Diagnostic]

    /// Reads a struct.
    ///
    /// - Parameters:
    ///   - syntax: The struct.
    ///   - lexicalContext: The declarations around it, the innermost first.
    init(reading syntax: StructDeclSyntax, in lexicalContext: [Syntax]) {
        name = syntax.name.text
        access = syntax.access(in: lexicalContext)
        availability = syntax.availability(in: lexicalContext)
        var properties: [ClientProperty] = []
        var obstacles: [Diagnostic] = []
        for item in syntax.memberBlock.members {
            if let block = item.decl.as(IfConfigDeclSyntax.self) {
                obstacles += block.storedProperties.map { ClientDiagnostic.conditional($0.text).at($0) }
            } else if let variable = item.decl.as(VariableDeclSyntax.self), variable.isStoredInInstances {
                let read = ClientProperty.reading(variable)
                properties += read.properties
                obstacles += read.obstacles
            }
        }
        self.properties = properties
        self.obstacles = obstacles + properties.flatMap(\.obstacles)
    }
}

/// A property of a client that its initializer sets.
struct ClientProperty {
    /// The token of the name in the source, so that a diagnostic can point to it.
    let nameToken: TokenSyntax

    /// The type, as it is written.
    let type: TypeSyntax

    /// The value that the source gives it.
    let value: ExprSyntax?

    /// The closure type, if it is one: then the property is an end.
    let end: ClientEnd?

    /// The `@available` attributes of the property.
    let availability: [String]

    /// The keyword of its visibility.
    let access: Keyword?

    /// The name, in backticks where the source has them.
    var name: String { nameToken.text }

    /// The name without backticks.
    var plainName: String { nameToken.identifier?.name ?? name }

    /// Whether it is a variable that may be `nil`, and is when nothing else is said.
    var isNilByDefault: Bool { end == nil && type.is(OptionalTypeSyntax.self) }

    /// Reads the properties of one declaration, in the order in which they are written.
    static func reading(
        _ variable: VariableDeclSyntax
    ) -> (properties: [ClientProperty], obstacles: [Diagnostic]) {
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        let access = variable.modifiers.access
        var properties: [ClientProperty] = []
        var obstacles: [Diagnostic] = []
        // In `var a, b: Int` the type is that of both.
        var laterType: TypeSyntax?
        for binding in variable.bindings.reversed() {
            let type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? laterType : nil)
            laterType = type
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
            let value = binding.initializer?.value
            guard let type else {
                if value?.is(ClosureExprSyntax.self) == true {
                    obstacles.append(ClientDiagnostic.untyped(name.text).at(name))
                }
                continue
            }
            // It cannot be set a second time.
            if isConstant, value != nil { continue }
            if access == .private || access == .fileprivate, value != nil { continue }
            properties.append(
                ClientProperty(
                    nameToken: name,
                    type: type,
                    value: value,
                    end: ClientEnd(reading: type),
                    availability: variable.attributes.availability,
                    access: access
                )
            )
        }
        return (properties.reversed(), obstacles.reversed())
    }
}

extension VariableDeclSyntax {
    /// Whether each value of the type stores it, set by an initializer.
    fileprivate var isStoredInInstances: Bool {
        let others: [Keyword] = [.static, .class, .lazy]
        let isOther = modifiers.contains { modifier in
            others.contains { modifier.name.tokenKind == .keyword($0) }
        }
        return !isOther && bindings.allSatisfy { $0.accessorBlock.map(\.isObserver) ?? true }
    }
}

extension AccessorBlockSyntax {
    /// Whether it observes a stored property, and does not compute one.
    fileprivate var isObserver: Bool {
        guard case .accessors(let accessors) = accessors else { return false }
        return accessors.allSatisfy { accessor in
            [.keyword(.willSet), .keyword(.didSet)].contains(accessor.accessorSpecifier.tokenKind)
        }
    }
}

extension IfConfigDeclSyntax {
    /// The names of the properties inside, each of which some compilations have and others have not.
    fileprivate var storedProperties: [TokenSyntax] {
        clauses.flatMap { clause -> [TokenSyntax] in
            (clause.elements?.as(MemberBlockItemListSyntax.self) ?? []).flatMap { item -> [TokenSyntax] in
                if let block = item.decl.as(IfConfigDeclSyntax.self) { return block.storedProperties }
                guard let variable = item.decl.as(VariableDeclSyntax.self), variable.isStoredInInstances
                else {
                    return []
                }
                return variable.bindings.compactMap {
                    $0.pattern.as(IdentifierPatternSyntax.self)?.identifier
                }
            }
        }
    }
}
