// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Data

/// What an answer has come to so far: a value that decides whether it may go on, without connections.
package protocol HTTPReceiver: Sendable {
    /// Whether to follow a redirect; otherwise the answer is over.
    mutating func redirect(to target: String, _ head: HTTPHead) -> Bool

    /// Whether to go on to the body.
    mutating func receive(_ head: HTTPHead) -> Bool

    /// Whether more may come after this piece of the body, which is decompressed already.
    mutating func receive(_ piece: Data) -> Bool
}

/// What stands in front of the body of an answer.
package struct HTTPHead: Equatable, Sendable {
    package var status: Int
    /// How long the body is said to be; negative if it is unknown.
    package var length: Int64
    private var fields: [String: String] = [:]

    package init(status: Int, length: Int64 = -1, fields: [String: String] = [:]) {
        self.status = status
        self.length = length
        for (name, value) in fields { self.fields[name.lowercased()] = value }
    }

    /// The value of a field, however its name is written.
    package subscript(name: String) -> String? { fields[name.lowercased()] }
}

/// Why no answer came, or only a part of one.
package struct HTTPFailure: Error, Equatable, Sendable {
    /// What is wrong, to stand after “can't be reached: ”.
    package var reason: String

    package init(reason: String) { self.reason = reason }
}
