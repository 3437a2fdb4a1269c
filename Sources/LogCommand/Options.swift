// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What is asked for.
struct Options: Equatable {
    var file = ""
    var stores: [String] = []
    var actions: [String] = []
    var text: String?
    var last: Int?
    var isShowingStates = false
    var isListingStores = false
    var isFollowing = false
    var isJSON = false
    var isHelp = false
    var isRepairing = false

    /// A question of the protocol that the inspector and `tributary-mcp` share, as JSON.
    var question: String?

    static let usage = """
        usage: tributary-log FILE [options]
               tributary-log repair FILE

        Shows what is in the file of a journal, or in one that `export` wrote: each action with its store, number, time and
        the number of the action that caused it. It only reads; the program that writes the file may run.

        `repair` makes a damaged journal one that can be opened again: it keeps what is intact, says what was lost, and moves
        the damaged file aside. No program may use the file meanwhile.

          --stores          list the stores, with how much there is of each
          --store NAME      only this store; may be given several times
          --action NAME     only actions of this case, such as `load` or `news.load`; may be given several times
          --text TEXT       only lines with this text, whatever its case
          --last COUNT      only the last ones
          --states          also what has changed in the state from snapshot to snapshot
          --follow          go on with what is written from now on, until it is interrupted
          --json            one JSON object a line
          --ask QUESTION    answer a question as JSON, such as {"graph":{"number":5}}; FILE may be an inspector's address
          --help            this text
        """

    /// Reads the arguments of a command.
    ///
    /// - Parameter arguments: Without the name of the command.
    /// - Throws: A `UsageError` if they mean nothing.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments.first == "repair" ? arguments.dropFirst() : arguments[...]
        func value(of option: String) throws(UsageError) -> String {
            guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value.") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--stores": isListingStores = true
            case "--store": stores.append(try value(of: argument))
            case "--action": actions.append(try value(of: argument))
            case "--text": text = try value(of: argument)
            case "--last":
                guard let count = Int(try value(of: argument)), count >= 0 else {
                    throw UsageError(message: "--last needs a number.")
                }
                last = count
            case "--states": isShowingStates = true
            case "--follow": isFollowing = true
            case "--json": isJSON = true
            case "--ask": question = try value(of: argument)
            case "--help", "-h": isHelp = true
            case _ where argument.hasPrefix("-"): throw UsageError(message: "There is no option \(argument).")
            case _ where file.isEmpty: file = argument
            default: throw UsageError(message: "\(argument): there is one file at a time.")
            }
        }
        if arguments.first == "repair" { isRepairing = true }
        if file.isEmpty && !isHelp { throw UsageError(message: "Which file?") }
    }
}

/// Why arguments mean nothing.
struct UsageError: Error, Equatable { let message: String }
