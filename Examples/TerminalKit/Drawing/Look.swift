// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The look of a role: a color and other attributes, so that it is distinguishable without colors, too.
struct Look: Equatable, Sendable {
    /// A color as red, green, and blue, and the nearest of the sixteen that every terminal has.
    struct Color: Equatable, Sendable {
        let red, green, blue: Int
        /// The number in an escape sequence, 30 to 37 or 90 to 97.
        let basic: Int

        /// `#` and six digits to the base of sixteen.
        init(_ value: UInt32, basic: Int) {
            (red, green, blue) = (Int(value >> 16 & 0xFF), Int(value >> 8 & 0xFF), Int(value & 0xFF))
            self.basic = basic
        }

        /// The nearest of the 240 colors that are the same in all terminals with 256.
        var indexed: Int {
            let steps = [0, 95, 135, 175, 215, 255]
            let nearest = { (value: Int) in
                steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
            }
            let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
            let gray = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
            let level = 8 + 10 * gray
            let ofCube = distance(to: steps[r], steps[g], steps[b])
            return distance(to: level, level, level) < ofCube ? 232 + gray : 16 + 36 * r + 6 * g + b
        }

        private func distance(to red: Int, _ green: Int, _ blue: Int) -> Int {
            let (r, g, b) = (self.red - red, self.green - green, self.blue - blue)
            return r * r + g * g + b * b
        }
    }

    var color: Color?
    var isBold = false
    var isFaint = false
    var isUnderlined = false
    var isReversed = false

    /// The look of a role.
    init(of style: LineStyle, on background: Appearance.Background) {
        let isDark = background == .dark
        func color(_ dark: UInt32, _ light: UInt32, _ basic: Int) -> Color {
            Color(isDark ? dark : light, basic: basic)
        }
        switch style {
        case .plain: break
        case .bar: isReversed = true
        case .selected, .bold: isBold = true
        case .faint: isFaint = true
        case .problem: self.color = color(0xFF7B72, 0xB3261E, 31)
        case .warning: self.color = color(0xE3B341, 0x7A5200, 33)
        case .good: self.color = color(0x7EE787, 0x116329, 32)
        case .accent:
            self.color = color(0x79C0FF, 0x0550AE, isDark ? 96 : 34)
            isBold = true
        case .link:
            self.color = color(0x79C0FF, 0x0550AE, isDark ? 96 : 34)
            isUnderlined = true
        case .key: self.color = color(0xD2A8FF, 0x6639BA, 35)
        case .category(let number):
            let place = LineStyle.place(of: number)
            self.color = Color((isDark ? Self.onDark : Self.onLight)[place], basic: Self.basics[place])
        }
    }

    /// The codes of an escape sequence, except for the color.
    ///
    /// Without colors, a problem and a warning are bold.
    func codes(withColors: Bool) -> [String] {
        let stands = isBold || !withColors && (color?.basic == 31 || color?.basic == 33)
        return [(stands, "1"), (isFaint, "2"), (isUnderlined, "4"), (isReversed, "7")].filter(\.0).map(\.1)
    }

    private static let onDark: [UInt32] = [
        0x79C0FF, 0x7EE787, 0xFFA657, 0xD2A8FF, 0xFF9BCE, 0x56D4DD, 0xE3B341, 0xFF7B72,
    ]
    private static let onLight: [UInt32] = [
        0x0550AE, 0x116329, 0x953800, 0x6639BA, 0x99286E, 0x0B6A72, 0x7A5200, 0xB3261E,
    ]
    private static let basics = [34, 32, 33, 35, 95, 36, 93, 31]
}
