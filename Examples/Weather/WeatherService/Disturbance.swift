// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The disturbance of its own answer that a request asks for, to test clients.
struct Disturbance: Equatable {
    /// The change of the body.
    enum Spoiling: String {
        /// The second half is missing.
        case cut
        /// A megabyte of spaces follows.
        case flood
    }

    var delay = Duration.zero
    var failure: Int?
    var spoiling: Spoiling?

    init(_ request: ServiceRequest) throws(Refusal) {
        delay = .seconds(try request.number("delay", in: 0...60) ?? 0)
        failure = try request.number("fail", in: 400...599)
        guard let text = try request.value(of: "spoil") else { return }
        guard let spoiling = Spoiling(rawValue: text) else {
            throw .badRequest("“spoil” is either “cut” or “flood”.")
        }
        self.spoiling = spoiling
    }

    /// The answer with the disturbance.
    func applied(to answer: ServiceAnswer) -> ServiceAnswer {
        var answer = answer
        if let failure {
            answer = ServiceAnswer(Refusal(status: failure, reason: "It was asked to fail."))
        }
        switch spoiling {
        case .cut: answer.body = answer.body.prefix(answer.body.count / 2)
        case .flood: answer.body += Data(repeating: UInt8(ascii: " "), count: 1_000_000)
        case nil: break
        }
        answer.delay = delay
        return answer
    }
}
