// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
    /// Adds a conformance to the declaration of an enum, before the existing ones.
    static func conforming(_ declaration: EnumDeclSyntax, to name: String) -> FixIt {
        let insertion: TextInsertion<EnumDeclSyntax>
        if let first = declaration.inheritanceClause?.inheritedTypes.first {
            insertion = TextInsertion(
                of: "\(name), ",
                at: first.positionAfterSkippingLeadingTrivia,
                in: declaration
            )
        } else {
            insertion = TextInsertion(of: ": \(name)", at: declaration.endOfNameAndGenerics, in: declaration)
        }
        return FixIt(message: ConformanceMessage(name: name), changes: [.replaceChild(data: insertion)])
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
