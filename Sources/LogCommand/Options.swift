// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The options of the command.
struct Options: Equatable {
    var file = ""
    var stores: [String] = []
    var actions: [String] = []
    var text: String?
    var last: Int?
    var isShowingStates = false
    var isFollowing = false
    var isJSON = false
    var isHelp = false

    /// The messages that are to be delivered again, and those that are to be dropped.
    var retried: [Int] = []
    var dropped: [Int] = []
    var command = Command.show

    /// The kinds of work on a log.
    enum Command: String, CaseIterable {
        case show, stores, inbox, nodes, minimize, repair
    }

    /// The test that minimizes the session; `nil` if that is not requested.
    var test: String?

    /// The folder of the package with the test.
    var package: String?

    /// The path of the session that the test writes.
    var output: String?

    /// A question of the protocol that the inspector and `tributary-mcp` share, as JSON.
    var question: String?

    static let usage = """
        usage: tributary-log [COMMAND] FILE-OR-CONNECTION [options]
               tributary-log minimize FILE --test NAME [--package FOLDER] [--to FILE]

        A file is that of a journal, or one that `export` wrote. A connection, such as "host=db dbname=chat" or
        postgresql://…, needs the trait Postgres. Programs that use the log may run, unless a command says otherwise.

          show              each action with its store, number, time, and the number of the action that caused it; the
                            default
          stores            the stores, with how much there is of each
          inbox             the messages that wait, and those that were set aside, with the reason
          nodes             the nodes of a cluster that came within the last day
          minimize          leaves out as many actions of a session that `export` wrote as the test of that name lets it; the
                            test calls `minimize(session:)`, which gets FILE in place of its own, and runs again only after
                            a trap
          repair            makes a damaged file one that can be opened again: keeps intact entries, reports the lost ones, and
                            moves the damaged file aside; no program may use the file meanwhile

          --store NAME      only this store; may be given several times
          --action NAME     only actions of this case, such as `load` or `news.load`; may be given several times
          --text TEXT       only lines with this text, whatever its case
          --last COUNT      only the last ones
          --states          also what has changed in the state from snapshot to snapshot
          --follow          go on with what is written from now on, until it is interrupted
          --json            one JSON object a line
          --ask QUESTION    answer a question as JSON, such as {"graph":{"number":5}}; the file may be an inspector's address
          --retry NUMBER    with inbox: deliver a message that was set aside again; no program may use a file meanwhile
          --drop NUMBER     with inbox: remove a message that was set aside; no program may use a file meanwhile
          --help            this text
        """

    /// Reads the arguments of a command.
    ///
    /// - Parameter arguments: Without the name of the command.
    /// - Throws: A `UsageError` if they mean nothing.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        if let named = arguments.first.flatMap({ Command(rawValue: $0) }) {
            command = named
            rest = rest.dropFirst()
        }
        func value(of option: String) throws(UsageError) -> String {
            guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value.") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--store": stores.append(try value(of: argument))
            case "--action": actions.append(try value(of: argument))
            case "--text": text = try value(of: argument)
            case "--last":
                guard let count = Int(try value(of: argument)), count >= 0 else {
                    throw UsageError(message: "--last needs a number.")
                }
                last = count
            case "--retry", "--drop":
                guard let number = Int(try value(of: argument)), number > 0 else {
                    throw UsageError(message: "\(argument) needs the number of a message.")
                }
                if argument == "--retry" { retried.append(number) } else { dropped.append(number) }
            case "--states": isShowingStates = true
            case "--follow": isFollowing = true
            case "--json": isJSON = true
            case "--ask": question = try value(of: argument)
            case "--test" where command == .minimize: test = try value(of: argument)
            case "--package" where command == .minimize: package = try value(of: argument)
            case "--to" where command == .minimize: output = try value(of: argument)
            case "--help", "-h": isHelp = true
            case _ where argument.hasPrefix("-"): throw UsageError(message: "There is no option \(argument).")
            case _ where file.isEmpty: file = argument
            default: throw UsageError(message: "\(argument): there is one file or connection at a time.")
            }
        }
        guard !isHelp else { return }
        if file.isEmpty { throw UsageError(message: "Which file, or which connection?") }
        if command != .inbox, !retried.isEmpty || !dropped.isEmpty {
            throw UsageError(message: "--retry and --drop belong to inbox.")
        }
        if command == .minimize, test == nil { throw UsageError(message: "Which test? Name it with --test.") }
    }
}

/// Why arguments mean nothing.
struct UsageError: Error, Equatable { let message: String }
