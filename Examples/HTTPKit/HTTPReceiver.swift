// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Data

/// The response so far: a value, without connections, that decides whether to continue.
package protocol HTTPReceiver: Sendable {
    /// Whether to follow a redirect; otherwise the response is complete.
    mutating func redirect(to target: String, _ head: HTTPHead) -> Bool

    /// Whether to read the body.
    mutating func receive(_ head: HTTPHead) -> Bool

    /// Whether to continue after this piece of the body, which is already decompressed.
    mutating func receive(_ piece: Data) -> Bool
}

/// The status and the fields of a response.
package struct HTTPHead: Equatable, Sendable {
    package var status: Int
    /// The declared length of the body; negative if it is unknown.
    package var length: Int64
    private var fields: [String: String] = [:]

    package init(status: Int, length: Int64 = -1, fields: [String: String] = [:]) {
        self.status = status
        self.length = length
        for (name, value) in fields { self.fields[name.lowercased()] = value }
    }

    /// The value of a field; the case of its name is ignored.
    package subscript(name: String) -> String? { fields[name.lowercased()] }
}

/// The reason why there is no response, or only a part of one.
package struct HTTPFailure: Error, Equatable, Sendable {
    /// The problem, in words that follow “can't be reached: ”.
    package var reason: String

    package init(reason: String) { self.reason = reason }
}
