// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension StyledLine {
    /// The line with each occurrence of a text marked; case and accents are ignored.
    package func marking(_ pattern: String, _ style: LineStyle = .accent) -> StyledLine {
        guard !pattern.isEmpty else { return self }
        return spans.reduce(StyledLine("")) { line, span in
            var line = line
            guard ListCursor.matches(span.text, pattern) else {
                return line + StyledLine(span.text, span.style)
            }
            var rest = span.text[...]
            while let found = rest.range(of: pattern, options: [.caseInsensitive, .diacriticInsensitive]),
                !found.isEmpty
            {
                line = line + StyledLine(String(rest[..<found.lowerBound]), span.style)
                line = line + StyledLine(String(rest[found]), style)
                rest = rest[found.upperBound...]
            }
            return line + StyledLine(String(rest), span.style)
        }
    }
}
