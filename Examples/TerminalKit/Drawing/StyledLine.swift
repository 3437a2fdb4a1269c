// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A line with styles; join lines with `+`.
package struct StyledLine: Equatable, Sendable {
    /// A text with one style.
    package struct Span: Equatable, Sendable {
        package let text: String
        package let style: LineStyle
    }

    /// The spans from left to right.
    package private(set) var spans: [Span]

    /// Makes a line with one style.
    package init(_ text: String, _ style: LineStyle = .plain) {
        spans = [Span(text: text, style: style)]
    }

    /// The text without its styles.
    package var text: String { spans.map(\.text).joined() }

    /// Concatenates two lines.
    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        StyledLine(spans: left.spans + right.spans)
    }

    private init(spans: [Span]) {
        // Adjacent spans of one style are joined, so that equal lines compare as equal however they were
        // made.
        self.spans = spans.reduce(into: []) { joined, span in
            // Empty spans are removed.
            guard spans.count == 1 || !span.text.isEmpty else { return }
            if let last = joined.last, last.style == span.style {
                joined[joined.count - 1] = Span(text: last.text + span.text, style: span.style)
            } else {
                joined.append(span)
            }
        }
    }
}

extension StyledLine {
    /// The line in exactly this number of columns: without control characters, cut with an ellipsis, and
    /// extended if it ends with a bar.
    func shown(in columns: Int) -> StyledLine {
        guard columns > 0 else { return StyledLine(spans: []) }
        let spans = spans.map { Span(text: $0.text.withoutControls, style: $0.style) }
        let used = spans.reduce(0) { $0 + $1.text.columns }
        if used > columns { return StyledLine(spans: Self.cut(spans, to: columns)) }
        let rest = String(repeating: " ", count: spans.last?.style == .bar ? columns - used : 0)
        return StyledLine(spans: (spans + [Span(text: rest, style: .bar)]).filter { !$0.text.isEmpty })
    }

    /// The spans, with an ellipsis in the one that does not fit.
    private static func cut(_ spans: [Span], to columns: Int) -> [Span] {
        var result: [Span] = []
        var left = columns
        for span in spans {
            let used = span.text.columns
            guard used < left else {
                return result + [Span(text: span.text.cutShort(to: left), style: span.style)]
            }
            result.append(span)
            left -= used
        }
        return result
    }
}
