// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The arguments of the command.
struct Options: Equatable {
    var sources: [String] = []
    var allowsSending = false

    /// The most bytes of an answer, unless a request allows more.
    var bytes = 6_000
    var isHelp = false

    static let usage = """
        usage: tributary-mcp SOURCE… [options]

        Lets an assistant ask about the actions of programs, by the Model Context Protocol over standard input and output.
        A source is the address that an inspector or a question server printed, a file that holds this address, the file of a
        journal, or a session.

          --allow-send      also the tools that change a program: send and travel
          --bytes COUNT     how long an answer is at most, unless more is asked for; by default 6000
          --help            this text
        """

    /// Reads the arguments of a command.
    ///
    /// - Parameter arguments: Without the name of the command.
    /// - Throws: A `UsageError` if they mean nothing.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--allow-send": allowsSending = true
            case "--bytes":
                guard let bytes = rest.popFirst().flatMap({ Int($0) }), bytes >= 500 else {
                    throw UsageError(message: "--bytes needs a number, 500 at least.")
                }
                self.bytes = bytes
            case "--help", "-h": isHelp = true
            case _ where argument.hasPrefix("-"): throw UsageError(message: "There is no option \(argument).")
            default: sources.append(argument)
            }
        }
        if sources.isEmpty && !isHelp { throw UsageError(message: "Which source?") }
    }
}

/// Why arguments mean nothing.
struct UsageError: Error, Equatable { let message: String }
