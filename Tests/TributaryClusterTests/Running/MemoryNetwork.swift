// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCluster

/// A network in this process, which loses and cuts off.
final class MemoryNetwork: Sendable {
    private struct State {
        var nodes: [String: @Sendable ([UInt8]) async -> [UInt8]] = [:]
        var cutOff: Set<String> = []
        var count = 0
        var faults: Set<Int> = []
    }

    private let state = Mutex(State())

    /// - Parameter period: Each question whose number is a multiple of it is lost, or loses its answer, in turn.
    private let period: Int?

    init(faultEvery period: Int? = nil) { self.period = period }

    func cutOff(_ address: String) { state.withLock { _ = $0.cutOff.insert(address) } }

    func mend(_ address: String) { state.withLock { _ = $0.cutOff.remove(address) } }

    func transport(_ address: String) -> some NodeTransport { Transport(network: self, address: address) }

    private struct Transport: NodeTransport {
        let network: MemoryNetwork
        let address: String

        func start(answering: @escaping @Sendable ([UInt8]) async -> [UInt8]) async throws {
            network.state.withLock { $0.nodes[address] = answering }
        }

        func stop() async { network.state.withLock { $0.nodes[address] = nil } }

        func ask(_ to: String, _ question: [UInt8], deadline: ContinuousClock.Instant)
            async throws(NodeTransportError) -> [UInt8]
        {
            let (node, fault) = network.state.withLock { state in
                state.count += 1
                let isCut = !state.cutOff.isDisjoint(with: [address, to])
                let isFault = network.period.map { state.count.isMultiple(of: $0) } == true
                return (
                    isCut ? nil : state.nodes[to], isFault ? state.count / (network.period ?? 1) % 2 : nil
                )
            }
            guard let node else { throw .refused(reason: "\(to) is not reached") }
            if fault == 0 { throw .unknown(reason: "the question was lost") }
            let answer = await node(question)
            if fault == 1 { throw .unknown(reason: "the answer was lost") }
            return answer
        }
    }
}
