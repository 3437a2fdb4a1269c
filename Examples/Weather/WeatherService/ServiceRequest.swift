// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to the service, as a value: no connection, no server.
package struct ServiceRequest: Equatable, Sendable {
    package var method: String
    package var path: String
    package var query: [Parameter]

    /// A name and a value of a query.
    package struct Parameter: Equatable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(_ path: String, _ query: [Parameter] = [], method: String = "GET") {
        self.method = method
        self.path = path
        self.query = query
    }

    /// The value of a parameter, or `nil` if it is missing.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value.
    /// - Throws: A refusal if it occurs more than once.
    func value(of name: String) throws(Refusal) -> String? {
        let values = query.filter { $0.name == name }.map(\.value)
        guard values.count <= 1 else { throw .badRequest("“\(name)” is given more than once.") }
        return values.first
    }

    /// The whole number in a parameter, or `nil` if it is missing.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - range: The valid numbers.
    /// - Returns: The number.
    /// - Throws: A refusal if it is anything else.
    func number(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
        guard let text = try value(of: name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .badRequest("“\(name)” is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
