// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Configuration

/// What a server was told: on the command line, else in the environment, else in a file, else what is right for most.
///
/// The option `guest-rooms` of `chat-server` is `CHAT_GUEST_ROOMS` in the environment, and `{"chat": {"guest": {"rooms":
/// …}}}` in the file.
package struct ServerOptions: Sendable {
    /// The values of options, by their names on the command line; what was not given is left out.
    package typealias Values = [String: String?]

    private let reader: ConfigReader
    private let scope: String

    /// Gathers what was said.
    ///
    /// - Parameters:
    ///   - scope: What names in the environment and in the file begin with.
    ///   - commandLine: What was said on the command line.
    ///   - environment: The variables of the environment.
    ///   - file: The path of a JSON file, if one is to be read.
    ///   - defaults: What holds when nothing is said; every option that is asked for is here.
    /// - Throws: A `ServerOptionProblem` when the file cannot be read.
    package init(
        _ scope: String,
        commandLine: Values,
        environment: [String: String],
        file: String?,
        defaults: Values
    ) async throws {
        // Values are texts there and in the environment, and are read in the same way.
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
    ///   - range: What it may be.
    /// - Returns: The number.
    /// - Throws: A `ServerOptionProblem` when it is none, or not in the range.
    package func number(_ name: String, in range: ClosedRange<Int>) throws -> Int {
        let kind = "a number from \(range.lowerBound) to \(range.upperBound)"
        let number = try read(name, as: kind) { try reader.requiredInt(forKey: $0) }
        guard range.contains(number) else { throw problem(name, kind) }
        return number
    }

    /// The value that the text of an option means.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - kind: What it is one of, for people.
    ///   - make: Makes a value of the text; `nil` refuses it.
    /// - Returns: The value.
    /// - Throws: A `ServerOptionProblem` when it is refused.
    package func value<Value>(_ name: String, of kind: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(try text(name)) else { throw problem(name, "one of the \(kind)") }
        return value
    }

    /// The values of an option that may have several, separated by commas, or a list in the file.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - kind: What they are, for people.
    ///   - make: Makes a value of a text; `nil` refuses it.
    /// - Returns: The values, in their order.
    /// - Throws: A `ServerOptionProblem` when one is refused.
    package func list<Value>(_ name: String, of kind: String, _ make: (String) -> Value?) throws -> [Value] {
        let texts = try read(name, as: "a list of \(kind)") { key in
            // On the command line it is one text; a list is only in the file.
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
            // Every option has a default: so what is wrong is a value. It is not repeated, as it may be a secret.
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

/// Why a server cannot start with what it was told, in one sentence.
package struct ServerOptionProblem: Error, Equatable, CustomStringConvertible {
    package let description: String
}
