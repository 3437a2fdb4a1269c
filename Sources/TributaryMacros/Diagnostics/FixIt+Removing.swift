// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
    /// Removes an attribute, and its line if that is empty then.
    static func removing(_ attribute: AttributeSyntax, from declaration: some DeclGroupSyntax) -> FixIt {
        let name = attribute.attributeName.trimmedDescription
        // The attribute that a macro gets has no context; only the declaration contains its neighbors.
        let written =
            declaration.attributes.lazy
            .compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.attributeName.trimmedDescription == name } ?? attribute
        var changes = [Change.replace(oldNode: Syntax(written), newNode: Syntax(AttributeListSyntax([])))]
        if let next = written.nextToken(viewMode: .sourceAccurate) {
            let rest = next.leadingTrivia.drop { $0.isWhitespace }
            changes.append(
                .replaceLeadingTrivia(token: next, newTrivia: written.leadingTrivia + Trivia(pieces: rest))
            )
        }
        return FixIt(message: RemovalMessage(subject: "@\(name)", identifier: "attribute"), changes: changes)
    }

    /// Removes a member of a type.
    static func removing(_ member: MemberBlockItemSyntax, named name: String) -> FixIt {
        FixIt(
            message: RemovalMessage(subject: "'\(name)'", identifier: "member"),
            changes: [.replace(oldNode: Syntax(member), newNode: Syntax(MemberBlockItemListSyntax([])))]
        )
    }
}

private struct RemovalMessage: FixItMessage {
    let subject: String
    let identifier: String

    var message: String { "remove \(subject)" }
    var fixItID: MessageID { MessageID(domain: "Tributary.Removal", id: identifier) }
}
