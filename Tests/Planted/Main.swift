// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryInspector

/// A program with a defect, to be asked by `tributary-mcp`: `Planted DEFECT [NOISE]`; it ends with its standard input.
///
/// It prints the address, and how large a log of the run would be that has each action and the state after it.
@main
struct Planted {
    @MainActor
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            return print(Market.Defect.allCases.map(\.rawValue).joined(separator: "\n"))
        }
        let noise = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 20
        let (answers, size) = (Answers(), LogSize())
        let defect = Market.Defect(rawValue: arguments[1])
        let store = Store(initialState: Market.State()) { Market(defect: defect, answers: answers) }
        let inspector = try await Inspector.serve(store, name: "Market") {
            Market(defect: defect, answers: answers)
        }
        let token = store.onAction { size.add("\($0.action)\n\($0.state)\n") }
        var scenario = Scenario(store, answers, noise: noise)
        await scenario.play()
        InspectorConfiguration.printLine("log \(size.bytes)")
        // On a thread of its own: the store is asked on this actor.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
        withExtendedLifetime((inspector, token)) {}
    }
}

@MainActor
final class LogSize {
    private(set) var bytes = 0

    func add(_ text: String) { bytes += text.utf8.count }
}
