// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The earlier API of a module; Scripts/check-platforms.sh api compares it with After.swift.

public struct Lamp<Bulb> {
    public var isOn = false
    public init() {}
    public func dim(to level: Int) {}
    public func dim(by level: Double) {}
    public func flash() {}
    func wire() {}
}

extension Lamp: Equatable where Bulb: Equatable {
    public static func == (left: Lamp, right: Lamp) -> Bool { left.isOn == right.isOn }
}

public enum Color {
    case red
}

public protocol Switch {
    func turn()
}

extension Optional {
    public var isLit: Bool { false }
}
