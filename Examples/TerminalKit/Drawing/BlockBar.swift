// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Bars of blocks, which have eight steps in a cell.
package enum BlockBar {
    private static let lower: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let left: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    /// A vertical bar with this number of rows; the first character is the top.
    ///
    /// - Parameters:
    ///   - fraction: The filled fraction, from 0 to 1.
    ///   - rows: The height of a full bar.
    /// - Returns: A character for each row.
    package static func standing(_ fraction: Double, rows: Int) -> [Character] {
        steps(fraction, cells: rows).reversed().map { lower[$0] }
    }

    /// A horizontal bar, in exactly this number of columns.
    ///
    /// - Parameters:
    ///   - fraction: The filled fraction, from 0 to 1.
    ///   - columns: The length of a full bar.
    /// - Returns: The bar, padded with spaces.
    package static func lying(_ fraction: Double, columns: Int) -> String {
        String(steps(fraction, cells: columns).map { left[$0] })
    }

    private static func steps(_ fraction: Double, cells: Int) -> [Int] {
        let cells = max(0, cells)
        let filled = Int((min(1, max(0, fraction)) * Double(cells * 8)).rounded())
        return (0..<cells).map { min(8, max(0, filled - $0 * 8)) }
    }
}
