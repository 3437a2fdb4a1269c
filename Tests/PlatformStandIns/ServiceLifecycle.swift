// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of swift-service-lifecycle that TributaryServer uses.

public protocol Service: Sendable {
    func run() async throws
}

public func gracefulShutdown() async throws {}
