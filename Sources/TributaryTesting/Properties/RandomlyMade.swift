// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A type with random values, for the payloads of actions.
///
/// Edge cases, such as zero, `nil` and empty values, are more frequent than by chance.
public protocol RandomlyMade {
    /// Makes a value.
    static func random(using generator: inout SeededGenerator) -> Self
}

extension Bool: RandomlyMade {
    /// Makes one of both values.
    public static func random(using generator: inout SeededGenerator) -> Bool {
        generator.next().isMultiple(of: 2)
    }
}

extension Int: RandomlyMade {
    /// Makes a small number most often, and a large one sometimes.
    public static func random(using generator: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: [Int.min, .max].randomElement(using: &generator) ?? 0
        case 1...4: 0
        case 5...14: Int.random(in: -10...10, using: &generator)
        default: Int.random(in: -1_000_000...1_000_000, using: &generator)
        }
    }
}

extension Double: RandomlyMade {
    /// Makes a finite number; zero and whole numbers more often.
    public static func random(using generator: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...1: 0
        case 2...5: Double(Int.random(in: -10...10, using: &generator))
        default: Double.random(in: -1_000_000...1_000_000, using: &generator)
        }
    }
}

extension String: RandomlyMade {
    /// Makes a short text, with characters of more than one byte, too.
    public static func random(using generator: inout SeededGenerator) -> String {
        let characters = Array("abcxyzABC019 _-.,äßé漢🌊\n\"")
        let count = Int.random(in: 0...8, using: &generator)
        return String((0..<count).map { _ in characters.randomElement(using: &generator) ?? "a" })
    }
}

extension Optional: RandomlyMade where Wrapped: RandomlyMade {
    /// Makes `nil` one time in three.
    public static func random(using generator: inout SeededGenerator) -> Wrapped? {
        Int.random(in: 0..<3, using: &generator) == 0 ? nil : Wrapped.random(using: &generator)
    }
}

extension Array: RandomlyMade where Element: RandomlyMade {
    /// Makes up to five elements.
    public static func random(using generator: inout SeededGenerator) -> [Element] {
        let count = Int.random(in: 0...5, using: &generator)
        return (0..<count).map { _ in Element.random(using: &generator) }
    }
}
