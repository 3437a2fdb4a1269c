// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Arranges components below each other.
@MainActor
enum TerminalLayout {
    /// The lines of a window; each component is padded to its height.
    static func lines(of regions: [any TerminalRegion], in size: WindowSize) -> [StyledLine] {
        let rows = rows(of: regions, in: size)
        return zip(regions, rows).flatMap { region, rows in
            let room = region.height == .fitting ? size : WindowSize(columns: size.columns, rows: rows)
            let lines = region.lines(in: room).prefix(rows)
            return lines + Array(repeating: StyledLine(""), count: rows - lines.count)
        }
    }

    /// The number of lines of each component.
    static func rows(of regions: [any TerminalRegion], in size: WindowSize) -> [Int] {
        let fixed = regions.map { region -> Int? in
            switch region.height {
            case .rows(let rows): max(0, rows)
            case .fitting: region.lines(in: size).count
            case .rest: nil
            }
        }
        let shares = fixed.count { $0 == nil }
        let left = max(0, size.rows - fixed.reduce(0) { $0 + ($1 ?? 0) })
        var share = 0
        return fixed.map { rows in
            if let rows { return rows }
            defer { share += 1 }
            return max(1, left / shares + (share < left % shares ? 1 : 0))
        }
    }
}
