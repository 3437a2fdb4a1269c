// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCluster

// As Inspecting.swift, of the trait Cluster.

func connect(_ cluster: Cluster) async {
    _ = NIOTransport("10.0.0.7:9000", secret: "a secret of all nodes")  // told
    _ = NIOTransport("10.0.0.7:9000", listeningAt: "0.0.0.0:9000", secret: "a secret of all nodes")  // told
    await cluster.measure(as: "chat")  // told
}
