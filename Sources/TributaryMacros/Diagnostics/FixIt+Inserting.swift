// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
    /// Inserts a text into the source; the text is also the fix-it's message.
    static func inserting(
        _ text: String,
        named identifier: String,
        at position: AbsolutePosition,
        in node: some SyntaxProtocol
    ) -> FixIt {
        FixIt(
            message: InsertionMessage(text: text.trimmingSpaces, identifier: identifier),
            changes: [.replaceChild(data: TextInsertion(of: text, at: position, in: node))]
        )
    }
}

/// Text to insert between two tokens.
struct TextInsertion<Parent: SyntaxProtocol>: ReplacingChildData {
    let parent: Parent
    let newChild: TokenSyntax
    let replacementRange: Range<AbsolutePosition>

    init(of text: String, at position: AbsolutePosition, in parent: Parent) {
        self.parent = parent
        newChild = .identifier(text)
        replacementRange = position..<position
    }
}

private struct InsertionMessage: FixItMessage {
    let text: String
    let identifier: String

    var message: String { "add '\(text)'" }
    var fixItID: MessageID { MessageID(domain: "Tributary.Insertion", id: identifier) }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
