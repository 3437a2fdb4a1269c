// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if !Cluster
// The target has to compile without the trait, with which swift-nio and swift-crypto are fetched. So the compiler reports the error
// at the first use.

/// Nodes reach each other over TCP, with the trait Cluster.
@available(
    *,
    unavailable,
    message: """
        Write .package(url: …, traits: ["Cluster"]) where your package depends on tributary; without the trait, swift-nio and \
        swift-crypto, which the transport needs, are not fetched.
        """
)
public final class NIOTransport: Sendable {
    /// Makes a transport, with the trait Cluster.
    public init(_ address: String, listeningAt listening: String? = nil, secret: String) {}
}

extension Cluster {
    /// Measures what a node does, with the traits Cluster and Metrics.
    @available(
        *,
        unavailable,
        message: """
            Write .package(url: …, traits: ["Cluster", "Metrics"]) where your package depends on tributary.
            """
    )
    public func measure(as name: String) async { fatalError() }
}
#endif
