// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension ScreenPicture {
    private static let cell = (width: 9, height: 20)
    private static let margin = 14

    /// The picture as SVG, the same each time.
    ///
    /// Text of one style is one element with an explicit length, so that cells stay in place with any font.
    ///
    /// - Parameters:
    ///   - title: A description for people who cannot see it.
    ///   - background: The background of the text.
    /// - Returns: The content of a file.
    package func svg(title: String, on background: Appearance.Background) -> String {
        let (page, ink) = background == .dark ? ("#0d1117", "#e6edf3") : ("#ffffff", "#1f2328")
        let width = canvas.size.columns * Self.cell.width + 2 * Self.margin
        let height = canvas.size.rows * Self.cell.height + 2 * Self.margin
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            role="img" font-family="ui-monospace, SFMono-Regular, Menlo, DejaVu Sans Mono, monospace" font-size="15">
            """,
            "<title>\(Self.escaped(title))</title>",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(page)\" stroke=\"#808080\"/>",
        ]
        for (row, cells) in canvas.cells.enumerated() {
            for run in Self.runs(of: cells) {
                lines += elements(run, row: row, on: background, page: page, ink: ink)
            }
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// Adjacent cells of one style.
    private struct Run {
        let column: Int
        var count: Int
        var text: String
        let style: LineStyle
    }

    private static func runs(of cells: [Canvas.Cell]) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in cells.enumerated() {
            // Wide characters, and those that fonts draw in other widths, are runs of their own.
            let isAlone = !cell.text.utf8.allSatisfy { $0 < 0x80 }
            if !cell.text.isEmpty, !isAlone, let last = runs.last, last.style == cell.style,
                last.text.utf8.allSatisfy({ $0 < 0x80 })
            {
                runs[runs.count - 1].text += cell.text
                runs[runs.count - 1].count += 1
            } else if cell.text.isEmpty, !runs.isEmpty {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(column: column, count: 1, text: cell.text, style: cell.style))
            }
        }
        return runs
    }

    private func elements(
        _ run: Run,
        row: Int,
        on background: Appearance.Background,
        page: String,
        ink: String
    ) -> [String] {
        let look = Look(of: run.style, on: background)
        let x = Self.margin + run.column * Self.cell.width
        let y = Self.margin + row * Self.cell.height
        let width = run.count * Self.cell.width
        let isBlank = run.text.allSatisfy { $0 == " " }
        let color = look.color.map(Self.hexadecimal) ?? ink
        var result: [String] = []
        if look.isReversed {
            result.append(
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(Self.cell.height)\" fill=\"\(color)\"/>"
            )
        }
        guard !isBlank else { return result }
        var attributes = "x=\"\(x)\" y=\"\(y + 15)\" fill=\"\(look.isReversed ? page : color)\""
        if look.isBold { attributes += " font-weight=\"bold\"" }
        if look.isFaint { attributes += " fill-opacity=\"0.6\"" }
        if look.isUnderlined { attributes += " text-decoration=\"underline\"" }
        attributes += " textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\""
        return result + ["<text \(attributes)>\(Self.escaped(run.text))</text>"]
    }

    private static func hexadecimal(_ color: Look.Color) -> String {
        "#"
            + [color.red, color.green, color.blue].map { part in
                (part < 16 ? "0" : "") + String(part, radix: 16)
            }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
