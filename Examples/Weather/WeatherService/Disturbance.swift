// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a request wants to be done to its own answer, so that clients can be tried.
struct Disturbance: Equatable {
    /// What is done to the body.
    enum Spoiling: String {
        /// The last half is missing.
        case cut
        /// A megabyte of nothing follows.
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

    /// The answer as the request wants it.
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
