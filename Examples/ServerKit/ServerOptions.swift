// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Configuration

/// The options of a server: from the command line, the environment, a file, or the defaults, in this order.
///
/// The option `guest-rooms` of `chat-server` is `CHAT_GUEST_ROOMS` in the environment, and `{"chat": {"guest": {"rooms":
/// …}}}` in the file.
package struct ServerOptions: Sendable {
    /// The values of options, by their names on the command line; without those that were not given.
    package typealias Values = [String: String?]

    private let reader: ConfigReader
    private let scope: String

    /// Collects the options.
    ///
    /// - Parameters:
    ///   - scope: The prefix of the names in the environment and in the file.
    ///   - commandLine: The options of the command line.
    ///   - environment: The variables of the environment.
    ///   - file: The path of a JSON file, if one is to be read.
    ///   - defaults: The defaults of all options.
    /// - Throws: A `ServerOptionProblem` if the file cannot be read.
    package init(
        _ scope: String,
        commandLine: Values,
        environment: [String: String],
        file: String?,
        defaults: Values
    ) async throws {
        // Values in the file are texts as in the environment, and are parsed in the same way.
        func said(_ values: Values) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: values.compactMap { name, text in
                    text.map { (Self.variable(scope, name), $0) }
                }
            )
        }
        var providers: [any ConfigProvider] = [
            EnvironmentVariablesProvider(environmentVariables: said(commandLine)),
            EnvironmentVariablesProvider(environmentVariables: environment),
        ]
        if let file {
            do {
                let path = InMemoryProvider(values: ["filePath": ConfigValue(.string(file), isSecret: false)])
                providers.append(try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: path)))
            } catch {
                throw ServerOptionProblem(description: "The file \(file) holds no options: \(error)")
            }
        }
        providers.append(EnvironmentVariablesProvider(environmentVariables: said(defaults)))
        reader = ConfigReader(providers: providers)
        self.scope = scope
    }

    /// The text of an option.
    package func text(_ name: String) throws -> String {
        try read(name, as: "a text") { try reader.requiredString(forKey: $0) }
    }

    /// Whether an option is on.
    package func flag(_ name: String) throws -> Bool {
        try read(name, as: "“true” or “false”") { try reader.requiredBool(forKey: $0) }
    }

    /// The number of an option.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - range: The valid numbers.
    /// - Returns: The number.
    /// - Throws: A `ServerOptionProblem` if it is not a number, or not in the range.
    package func number(_ name: String, in range: ClosedRange<Int>) throws -> Int {
        let kind = "a number from \(range.lowerBound) to \(range.upperBound)"
        let number = try read(name, as: kind) { try reader.requiredInt(forKey: $0) }
        guard range.contains(number) else { throw problem(name, kind) }
        return number
    }

    /// The parsed value of an option.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - kind: The kind of value, for the message to people.
    ///   - make: Makes a value from the text; `nil` refuses it.
    /// - Returns: The value.
    /// - Throws: A `ServerOptionProblem` if it is refused.
    package func value<Value>(_ name: String, of kind: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(try text(name)) else { throw problem(name, "one of the \(kind)") }
        return value
    }

    /// The values of an option that may have several, separated by commas, or a list in the file.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - kind: The kind of values, for the message to people.
    ///   - make: Makes a value from a text; `nil` refuses it.
    /// - Returns: The values, in order.
    /// - Throws: A `ServerOptionProblem` if one is refused.
    package func list<Value>(_ name: String, of kind: String, _ make: (String) -> Value?) throws -> [Value] {
        let texts = try read(name, as: "a list of \(kind)") { key in
            // The command line has one text; only the file can contain a list.
            do {
                return try reader.requiredString(forKey: key).split(separator: ",").map(String.init)
            } catch {
                return try reader.requiredStringArray(forKey: key)
            }
        }
        return try texts.map { text in
            guard let value = make(text) else { throw problem(name, "a list of \(kind)") }
            return value
        }
    }

    private func read<Value>(_ name: String, as kind: String, _ read: (ConfigKey) throws -> Value) throws
        -> Value
    {
        do {
            return try read(Self.key(scope, name))
        } catch {
            // Every option has a default, so the problem is an invalid value. It is not repeated, because it
            // may be a secret.
            throw problem(name, kind)
        }
    }

    private func problem(_ name: String, _ kind: String) -> ServerOptionProblem {
        ServerOptionProblem(description: "“--\(name)”, or \(Self.variable(scope, name)), is \(kind).")
    }

    private static func variable(_ scope: String, _ name: String) -> String {
        (scope + "-" + name).uppercased().replacing("-", with: "_")
    }

    private static func key(_ scope: String, _ name: String) -> ConfigKey {
        ConfigKey([scope] + name.split(separator: "-").map(String.init))
    }
}

/// The reason why a server cannot start with its options, in one sentence.
package struct ServerOptionProblem: Error, Equatable, CustomStringConvertible {
    package let description: String
}
