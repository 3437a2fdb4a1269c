// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A curve in a grid of dots, with two by four in each cell.
///
/// In ASCII, a cell with dots is a `*`, and an empty one a space; see `String.inASCII`.
package struct BrailleCurve: Sendable {
    private let size: WindowSize
    private var cells: [UInt8]

    /// A curve through evenly spaced values.
    ///
    /// - Parameters:
    ///   - values: The values from left to right.
    ///   - range: The values at the lower and at the upper edge.
    ///   - size: The size in cells.
    package init(_ values: [Double], in range: ClosedRange<Double>, size: WindowSize) {
        self.size = WindowSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: 0, count: self.size.columns * self.size.rows)
        let values = values.map { $0.isFinite ? $0 : range.lowerBound }
        guard !cells.isEmpty, let first = values.first else { return }
        let (width, height) = (self.size.columns * 2, self.size.rows * 4)
        let span = max(range.upperBound - range.lowerBound, .leastNormalMagnitude)
        var last: Int?
        for x in 0..<width {
            // Linear interpolation between two values.
            let place = width < 2 ? 0 : Double(x) / Double(width - 1) * Double(values.count - 1)
            let index = min(Int(place), values.count - 1)
            let next = values[min(index + 1, values.count - 1)]
            let value =
                values.count < 2 ? first : values[index] + (next - values[index]) * (place - Double(index))
            let part = min(1, max(0, (value - range.lowerBound) / span))
            let y = height - 1 - Int((part * Double(height - 1)).rounded())
            // Steep lines have no gaps.
            for step in min(y, last ?? y)...max(y, last ?? y) where step == y || step != last { set(x, step) }
            last = y
        }
    }

    /// The rows from the top, each in the full width.
    package var rows: [String] {
        (0..<size.rows).map { row in
            let row = cells[row * size.columns..<(row + 1) * size.columns]
            return String(String.UnicodeScalarView(row.map { Unicode.Scalar(0x2800 + UInt32($0)) ?? " " }))
        }
    }

    /// Whether there is a dot in a cell.
    package func hasDots(column: Int, row: Int) -> Bool {
        (0..<size.columns).contains(column) && (0..<size.rows).contains(row)
            && cells[row * size.columns + column] != 0
    }

    private mutating func set(_ x: Int, _ y: Int) {
        let dots: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
        cells[y / 4 * size.columns + x / 2] |= dots[y % 4][x % 2]
    }
}
