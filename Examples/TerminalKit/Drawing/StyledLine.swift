// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A line and its look; pieces of different looks are joined with `+`.
package struct StyledLine: Equatable, Sendable {
    /// Text of one look.
    package struct Span: Equatable, Sendable {
        package let text: String
        package let style: LineStyle
    }

    /// The pieces from left to right.
    package private(set) var spans: [Span]

    /// Makes a line of one look.
    package init(_ text: String, _ style: LineStyle = .plain) {
        spans = [Span(text: text, style: style)]
    }

    /// The text without its looks.
    package var text: String { spans.map(\.text).joined() }

    /// One line after the other on the same line.
    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        StyledLine(spans: left.spans + right.spans)
    }

    private init(spans: [Span]) {
        // Neighbours of one look are one, so that it does not matter how a line was put together.
        self.spans = spans.reduce(into: []) { joined, span in
            // What is empty looks like nothing.
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
    /// The line as it can be shown in so many columns: without control characters, cut with an ellipsis, and filled
    /// up where its end is a bar.
    func shown(in columns: Int) -> StyledLine {
        guard columns > 0 else { return StyledLine(spans: []) }
        let spans = spans.map { Span(text: $0.text.withoutControls, style: $0.style) }
        let used = spans.reduce(0) { $0 + $1.text.columns }
        if used > columns { return StyledLine(spans: Self.cut(spans, to: columns)) }
        let rest = String(repeating: " ", count: spans.last?.style == .bar ? columns - used : 0)
        return StyledLine(spans: (spans + [Span(text: rest, style: .bar)]).filter { !$0.text.isEmpty })
    }

    /// The spans cut in the one that does not fit before the ellipsis.
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
