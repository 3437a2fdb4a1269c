// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
    /// Adds a conformance to the declaration of an enum, before the existing ones.
    static func conforming(_ declaration: EnumDeclSyntax, to name: String) -> FixIt {
        let insertion: Insertion
        if let first = declaration.inheritanceClause?.inheritedTypes.first {
            insertion = Insertion(
                of: "\(name), ",
                at: first.positionAfterSkippingLeadingTrivia,
                in: declaration
            )
        } else {
            insertion = Insertion(of: ": \(name)", at: declaration.endOfNameAndGenerics, in: declaration)
        }
        return FixIt(message: ConformanceMessage(name: name), changes: [.replaceChild(data: insertion)])
    }
}

/// Text to insert between two tokens.
private struct Insertion: ReplacingChildData {
    let parent: EnumDeclSyntax
    let newChild: TokenSyntax
    let replacementRange: Range<AbsolutePosition>

    init(of text: String, at position: AbsolutePosition, in parent: EnumDeclSyntax) {
        self.parent = parent
        newChild = .identifier(text)
        replacementRange = position..<position
    }
}

private struct ConformanceMessage: FixItMessage {
    let name: String

    var message: String { "add '\(name)'" }
    var fixItID: MessageID { MessageID(domain: "Tributary.Conformance", id: name) }
}

extension EnumDeclSyntax {
    fileprivate var endOfNameAndGenerics: AbsolutePosition {
        genericParameterClause?.endPositionBeforeTrailingTrivia ?? name.endPositionBeforeTrailingTrivia
    }
}
