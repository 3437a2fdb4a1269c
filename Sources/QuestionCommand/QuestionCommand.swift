// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The command `tributary-mcp`.
package enum QuestionCommand {
    /// Serves the sources that the arguments name, until the standard input ends.
    package static func main() async {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            guard !options.isHelp else { return print(Options.usage) }
            let output = Mutex(FileHandle.standardOutput)
            let server = ProtocolServer(ToolCalls(options.sources.map(source), options)) { data in
                // One that reads no more has ended, and so does this.
                output.withLock { try? $0.write(contentsOf: data + Data("\n".utf8)) }
            }
            for await line in lines() where !line.isEmpty { await server.receive(line) }
            await server.finish()
        } catch {
            try? FileHandle.standardError.write(
                contentsOf: Data("\(error.message)\n\n\(Options.usage)\n".utf8)
            )
            exit(64)
        }
    }

    /// The lines of the standard input, read on a thread of their own.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
