// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What TributaryServer uses of swift-service-lifecycle.

public protocol Service: Sendable {
    func run() async throws
}

public func gracefulShutdown() async throws {}
