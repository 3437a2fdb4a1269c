// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import QuestionCommand
import TributaryCore
import TributaryInspector
import TributaryJournal

/// The command `tributary-log`: shows the contents of a journal, also while the program that writes it runs.
///
/// It writes only if you repair a file, or retry or drop a message. A log contains no value of a `Secret`, so none is shown.
package struct LogCommand {
    /// Runs the command with the arguments of the process.
    package static func main() async {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            guard !options.isHelp else { return print(Options.usage) }
            try await run(options) { line in
                print(line)
                // Without delay, also in a pipe.
                if options.isFollowing { fflush(nil) }
            }
        } catch let error as UsageError {
            fail("\(error.message)\n\n\(Options.usage)", status: 64)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    /// Runs the command with options.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - write: Takes each line.
    /// - Throws: An `ActionLogError` if the file cannot be read.
    nonisolated(nonsending) static func run(_ options: Options, write: (String) -> Void) async throws {
        if let question = options.question { return write(try await answer(question, options)) }
        switch options.command {
        case .repair:
            let repair = try SQLiteRepair(of: options.file)
            for line in repair.report { write(line.harmless) }
            write("The damaged file is now \(repair.damagedPath).")
        case .minimize:
            if let test = options.test { write(try await Minimizing(options, test: test).run()) }
        case .inbox: try await showInbox(options, write: write)
        case .nodes: try await showNodes(options, write: write)
        case .stores:
            let log = try await LogPlace.open(options.file)
            for name in try await log.names() { write(try await StoreLine(name, in: log).text(options)) }
            await log.close()
        case .show: try await show(options, write: write)
        }
    }

    private nonisolated(nonsending) static func show(_ options: Options, write: (String) -> Void) async throws
    {
        let log = try await LogPlace.open(options.file)
        var list = LogList(log, options)
        var rest = try await list.readNew()
        if let count = options.last { rest = Array(rest.suffix(count)) }
        for item in rest { write(item.text(options)) }
        while options.isFollowing {
            try await Task.sleep(for: .milliseconds(200))
            for item in try await list.readNew() { write(item.text(options)) }
        }
    }

    /// The answer to a question, as JSON; about the first store, unless one is named.
    private static func answer(_ question: String, _ options: Options) async throws -> String {
        let question = try JSONDecoder().decode(Question.self, from: Data(question.utf8))
        let source = source(options.file)
        guard
            case .hello(_, _, _, let stores) = try await source.ask(.hello(version: 2, run: nil), about: nil)
        else {
            throw SourceFault("There is no store.")
        }
        let store = stores.first { options.stores.isEmpty || options.stores == [$0.name] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let answer = try await source.ask(question, about: store?.store)
        return String(decoding: try encoder.encode(answer), as: UTF8.self).harmless
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
        exit(status)
    }
}
