// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The later API of a module; Scripts/check-platforms.sh api compares it with Before.swift.

public struct Lamp<Bulb> {
    public internal(set) var isOn = false
    public init() {}
    public func dim(to level: Int) {}
    public func dim(by level: Float) {}
    @available(*, deprecated, message: "Use dim(to:).")
    public func flash() {}
    func connect() {}
    public func blink() {}
}

public enum Color {
    case red
    case green
}

public protocol Switch {
    func turn()
    func press()
    func release()
}

extension Switch {
    public func release() {}
}

public enum Socket {
    case open
}
