// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

extension NodeRuntime {
    /// Answers another node.
    func answer(_ bytes: [UInt8]) async -> [UInt8] {
        guard let question = NodeCoding.value(NodeQuestion.self, bytes) else {
            held.withLock { $0.counts.foreign += 1 }
            return NodeCoding.bytes(
                NodeReply(.refused("the question of a node cannot be read by \(address)"))
            )
        }
        let host = held.withLock { $0.hosts[question.directory] }
        guard let host else { return NodeCoding.bytes(NodeReply(.elsewhere)) }
        guard host.fingerprint == question.fingerprint else {
            held.withLock { $0.counts.foreign += 1 }
            let reason = """
                “\(question.directory)” is reduced by \(host.fingerprint) at \(address), and by \(question.fingerprint) at the \
                node that asked; run the same program on both
                """
            return NodeCoding.bytes(NodeReply(.refused(reason)))
        }
        let name = StoreName(directory: question.directory, id: question.id)
        let answered = await request(
            question.work,
            of: name,
            within: .milliseconds(question.milliseconds),
            isForeign: true
        )
        return NodeCoding.bytes(NodeReply(answered.answer, value: answered.value))
    }

    /// Asks another node, and takes its answer.
    func ask(_ number: Int, _ address: String) async {
        let found = held.withLock { held in
            (held.core.pending[number]?.request, held.works[number])
        }
        guard let transport, let request = found.0, let work = found.1,
            let host = held.withLock({ $0.hosts[request.store.directory] })
        else { return handle(.answered(number, .elsewhere)) }
        let remaining = request.deadline - clock.elapsed()
        let question = NodeQuestion(
            directory: request.store.directory,
            id: request.store.id,
            fingerprint: host.fingerprint,
            milliseconds: max(0, Int(remaining / .milliseconds(1))),
            work: work
        )
        do throws(NodeTransportError) {
            let bytes = try await transport.ask(
                address,
                NodeCoding.bytes(question),
                deadline: .now + remaining
            )
            guard let reply = NodeCoding.value(NodeReply.self, bytes) else {
                return handle(.answered(number, .unknown("the answer of \(address) cannot be read")))
            }
            if let value = reply.value {
                held.withLock { if $0.askers[number] != nil { $0.values[number] = value } }
            }
            handle(.answered(number, reply.answer))
        } catch {
            switch error {
            case .refused: handle(.answered(number, .elsewhere))
            case .unknown(let reason): handle(.answered(number, .unknown(reason)))
            }
        }
    }
}
