// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 13, for the outputs of a module, for work outside of actions, and for the end of a store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RecordedOutputLawTests {
    private let log = RecordedLog { $0 == "twice" ? .merge(.send("one"), .send("two")) : .none }
}

extension RecordedOutputLawTests {
    private func module(of log: RecordedLog? = nil) -> Module<String, String, Void> {
        Self.module((log ?? self.log).store) { $0 == "twice" ? nil : $0 }
    }

    /// A module whose inputs are the actions of a store, and whose outputs are those that a closure finds in them.
    private static func module(
        _ store: Store<[String], String>,
        _ output: @escaping (String) -> String?
    ) -> Module<String, String, Void> {
        let lines = store.scope(
            reading: { $0 },
            sending: { (line: Line) in line.text },
            hearing: { output($0).map(Line.output) }
        )
        return Module(lines, input: \.input, output: \.output)
    }

    private enum Line: CasePathable {
        case input(String), output(String)

        var text: String {
            switch self {
            case .input(let text), .output(let text): text
            }
        }

        struct AllCasePaths: Sendable {
            var input: CasePath<Line, String> {
                CasePath(embed: Line.input) { if case .input(let text) = $0 { text } else { nil } }
            }
            var output: CasePath<Line, String> {
                CasePath(embed: Line.output) { if case .output(let text) = $0 { text } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    @Test func `law 13: outputs are delivered when they are durable, in order`() {
        var told: [String] = []
        let token = module().onOutput { told.append($0) }
        log.send("twice")
        log.send("three")
        log.driver.run()
        #expect(told.isEmpty)
        log.commit()
        #expect(told == ["one", "two"])
        log.commit()
        #expect(told == ["one", "two", "three"])
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: an output that cannot be written is not delivered`() {
        var told: [String] = []
        let token = module().onOutput { told.append($0) }
        log.send("a")
        log.send("b")
        log.commit(failing: Full())
        log.commit()
        log.driver.run()
        #expect(told.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: a removed listener receives nothing`() {
        var told: [String] = []
        var token: ObservationToken? = module().onOutput { told.append($0) }
        log.send("a")
        token = nil
        log.commit()
        #expect(told.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: a response to an output follows pending actions`() {
        let module = module()
        var told: [String] = []
        let token = module.onOutput {
            told.append($0)
            if $0 == "one" { module.send("answer") }
        }
        log.send("twice")
        log.commit()
        #expect(told == ["one", "two"])
        #expect(log.state == ["twice", "one", "two", "answer"])
        log.commit()
        #expect(told == ["one", "two", "answer"])
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: without a recorder outputs are delivered at once`() {
        let store = Store(initialState: [String]()) { Update<[String], String> { $0.append($1) } }
        let module = Self.module(store) { $0 }
        var told: [String] = []
        let token = module.onOutput { told.append($0) }
        store.send("a")
        #expect(told == ["a"])
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: a closed store delivers its last outputs, and then their sequence ends`() async {
        let log = RecordedLog(isDriven: false) { _ in .none }
        let outputs = module(of: log).outputs
        log.send("a")
        log.send("b")
        log.store.close()
        log.commit()
        log.commit()
        var told: [String] = []
        for await output in outputs { told.append(output) }
        #expect(told == ["a", "b"])
    }

    @Test func `law 13: a store has finished when its last commit is durable, though it was closed`() async {
        log.send("a")
        log.store.close()
        let store = log.store
        var hasFinished = false
        let waiting = Task { @MainActor in
            await store.finish()
            hasFinished = true
        }
        // The task is on the main actor, which has nothing else to do: if it did not wait, it would be over.
        for _ in 0..<10 { await Task.yield() }
        #expect(!hasFinished)
        log.commit()
        log.driver.run()
        await waiting.value
        #expect(hasFinished)
    }

    @Test func `law 13: work of a companion waits for the commit of the state that caused it`() {
        log.send("a")
        let token = log.store.attach(
            Feedback<[String], String>({ $0.first }) { _, send in await send("fed back") }
        )
        log.driver.run()
        #expect(log.state == ["a"])
        log.commit()
        log.driver.run()
        #expect(log.state == ["a", "fed back"])
        withExtendedLifetime(token) {}
    }
}
