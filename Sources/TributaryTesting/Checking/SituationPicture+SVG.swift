// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension SituationPicture {
    /// The picture as SVG, which browsers show without another program.
    ///
    /// The groups are in columns by how many steps they are away from the first. All steps between two groups share an arrow, which
    /// lists their names. The cost is linear in groups and steps.
    public var svg: String {
        let layout = Layout(self)
        let arrows = layout.arrows.map(\.svg)
        let boxes = groups.indices.map { layout.box(of: $0, title: "\(groups[$0]) (\(counts[$0]))") }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(layout.width) \(layout.height)" \
            width="\(layout.width)" height="\(layout.height)" font-family="sans-serif" font-size="12">
            <defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" \
            orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>
            <rect width="100%" height="100%" fill="white"/>
            \((arrows + boxes).joined(separator: "\n"))
            </svg>

            """
    }
}

/// How wide a character is at most, in a font of 12 pixels.
private let characterWidth = 8
private let boxHeight = 28
private let lineHeight = 15

/// The places of the boxes and arrows of a picture.
private struct Layout {
    /// All steps from one group to another.
    struct Arrow {
        let path: String
        let titles: [String]
        let x: Int
        let y: Int

        var svg: String {
            let lines = titles.enumerated().map { index, title in
                let y = y + (index - titles.count) * lineHeight + lineHeight - 4
                return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(escaped(title))</text>"
            }
            let line = "<path d=\"\(path)\" fill=\"none\" stroke=\"black\" marker-end=\"url(#end)\"/>"
            return ([line] + lines).joined(separator: "\n")
        }
    }

    private(set) var width = 0
    private(set) var height = 0
    private(set) var arrows: [Arrow] = []
    private var centers: [(x: Int, y: Int)] = []
    private var widths: [Int] = []

    init(_ picture: SituationPicture) {
        widths = zip(picture.groups, picture.counts).map { "\($0) (\($1))".count * characterWidth + 16 }
        var titles: [Pair: [String]] = [:]
        var pairs: [Pair] = []
        for step in picture.steps {
            let pair = Pair(source: step.source, target: step.target)
            if titles[pair] == nil { pairs.append(pair) }
            titles[pair, default: []].append(step.title)
        }
        let columns = Self.columns(of: picture.groups.count, pairs)
        let longest = picture.steps.map(\.title.count).max() ?? 0
        // The names of the steps fit between two columns and between two rows.
        let gap = longest * characterWidth + 40
        let row = boxHeight + (titles.values.map(\.count).max() ?? 0) * lineHeight * 2 + 40
        centers = Array(repeating: (0, 0), count: picture.groups.count)
        var x = 20 + gap / 2
        for column in columns {
            let columnWidth = column.map { widths[$0] }.max() ?? 0
            for (index, group) in column.enumerated() {
                centers[group] = (x + columnWidth / 2, row / 2 + 20 + index * row)
            }
            x += columnWidth + gap
        }
        width = x
        height = (columns.map(\.count).max() ?? 0) * row + 40
        arrows = pairs.map { arrow($0, titles[$0] ?? []) }
    }

    private struct Pair: Hashable { let source, target: Int }

    /// The groups by their distance from the first one.
    private static func columns(of count: Int, _ pairs: [Pair]) -> [[Int]] {
        var targets: [Int: [Int]] = [:]
        for pair in pairs { targets[pair.source, default: []].append(pair.target) }
        var columns: [[Int]] = []
        var known: Set<Int> = [0]
        var column = count == 0 ? [] : [0]
        while !column.isEmpty {
            columns.append(column)
            column = column.flatMap { targets[$0] ?? [] }.filter { known.insert($0).inserted }
        }
        return columns
    }

    private func arrow(_ pair: Pair, _ titles: [String]) -> Arrow {
        let (begin, end) = (centers[pair.source], centers[pair.target])
        let half = boxHeight / 2
        guard pair.source != pair.target else {
            let top = begin.y - half
            let bend = "\(begin.x - 30) \(top - 30) \(begin.x + 30) \(top - 30)"
            let path = "M\(begin.x - 12) \(top)C\(bend) \(begin.x + 12) \(top)"
            return Arrow(path: path, titles: titles, x: begin.x, y: top - 22)
        }
        // Arrows to the right bend up, and those back bend down, so that two between the same groups do not cross.
        let side = end.x > begin.x ? 1 : -1
        let from = (x: begin.x + side * widths[pair.source] / 2, y: begin.y)
        let to = (x: end.x - side * widths[pair.target] / 2, y: end.y)
        let height = boxHeight + abs(end.x - begin.x) / 8
        let bend = (x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - side * height)
        let path = "M\(from.x) \(from.y)Q\(bend.x) \(bend.y) \(to.x) \(to.y)"
        let middle = (x: (from.x + 2 * bend.x + to.x) / 4, y: (from.y + 2 * bend.y + to.y) / 4)
        // Above an arrow that bends up, and below one that bends down.
        let y = side > 0 ? middle.y : middle.y + titles.count * lineHeight + 4
        return Arrow(path: path, titles: titles, x: middle.x, y: y)
    }

    func box(of group: Int, title: String) -> String {
        let (x, y) = centers[group]
        return """
            <rect x="\(x - widths[group] / 2)" y="\(y - boxHeight / 2)" width="\(widths[group])" height="\(boxHeight)" \
            rx="6" fill="#eef" stroke="black"/>
            <text x="\(x)" y="\(y + 4)" text-anchor="middle">\(escaped(title))</text>
            """
    }
}

private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\n", with: " ")
}
