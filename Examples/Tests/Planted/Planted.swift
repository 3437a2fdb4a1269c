// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorKit
import Tributary

/// One of the examples with a defect, for questions of `tributary-mcp`.
///
/// `Planted DEFECT [NOISE]` plays a run that shows the defect, and ends with its standard input. Without
/// arguments it prints the names of all defects.
@main
struct Planted {
    private static let apps: [any Defect.Type] = [
        ChatDefect.self, NewsroomDefect.self, StandupsDefect.self, TicTacToeDefect.self, WeatherDefect.self,
    ]

    @MainActor
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first else {
            for app in apps { print(app.names.joined(separator: "\n")) }
            return
        }
        let noise = arguments.dropFirst().first.flatMap { Int($0) } ?? 20
        for app in apps { try await app.serve(name, noise: noise) }
    }
}

/// A defect around the reducer of an app, and a run that shows it.
protocol Defect: RawRepresentable<String>, CaseIterable, Sendable {
    associatedtype State: Equatable, Sendable
    associatedtype Action: Sendable

    /// The initial state of the run.
    static var initialState: State { get }

    /// The app with the defect.
    func reducer(_ answers: Answers) -> AnyReducer<State, Action>

    /// The actions of a person, and the events from outside.
    @MainActor
    var steps: [Step<State, Action>] { get }

    /// An action that is unrelated to the defects.
    static func noise(_ number: Int) -> Action

    /// Sets the dependencies of the app.
    static func prepare(_ dependencies: inout Dependencies, _ answers: Answers)
}

/// Prints a line without a delay, because the reader waits for it.
@Sendable
func printLine(_ line: String) {
    print(line)
    fflush(nil)
}

/// A step of a run.
enum Step<State, Action> {
    /// An action is sent; it may depend on the state.
    case send((State) -> Action)

    /// The answer that effects wait for arrives.
    case answer(String)

    /// Waits until this many actions contain this text.
    case wait(String, Int)

    static func send(_ action: Action) -> Self { .send { _ in action } }
}

extension Defect {
    static var names: [String] { allCases.map(\.rawValue) }

    /// Plays a run, and answers questions about it until the standard input ends.
    ///
    /// It prints the address, and the size of a log of the run with each action and the state after it. If
    /// there is no such defect here, it returns at once.
    @MainActor
    static func serve(_ name: String, noise: Int) async throws {
        guard let defect = Self(rawValue: name) else { return }
        let (answers, log) = (Answers(), Log())
        let store = Store(initialState: initialState) {
            defect.reducer(answers)
        } dependencies: {
            prepare(&$0, answers)
        }
        let token = store.onAction { log.add("\($0.action)", "\($0.state)") }
        let inspector = ProgramInspector(true, print: printLine)
        try await inspector.show(store, as: "App") { defect.reducer(answers) }
        var count = 0
        for step in defect.steps {
            for _ in 0..<noise {
                count += 1
                store.send(Self.noise(count))
            }
            switch step {
            case .send(let action): store.send(action(store.state))
            case .answer(let name): answers.give(name)
            case .wait(let text, let times): while log.count(of: text) < times { await Task.yield() }
            }
        }
        printLine("log \(log.size)")
        // On a thread of its own, because questions run on this actor.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
        withExtendedLifetime((inspector, token)) {}
    }
}

/// The answers that effects wait for.
@MainActor
final class Answers {
    private var given: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    nonisolated init() {}

    func wait(for name: String) async {
        guard !given.contains(name) else { return }
        await withCheckedContinuation { waiting[name, default: []].append($0) }
    }

    func give(_ name: String) {
        given.insert(name)
        for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.resume() }
    }
}

/// The actions of a run, and the size of a log of it.
@MainActor
final class Log {
    private var actions: [String] = []
    private(set) var size = 0

    func add(_ action: String, _ state: String) {
        actions.append(action)
        size += action.utf8.count + state.utf8.count + 2
    }

    func count(of text: String) -> Int { actions.count { $0.contains(text) } }
}
