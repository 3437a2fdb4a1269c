// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
import Testing
import TributaryCombine
import TributaryTestSupport

/// Modules with publishers at both ends.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct CombineModulePublisherTests {
    struct Adder: Reducer {
        enum Action: CasePathable {
            case input(Int), output(String)

            struct AllCasePaths: Sendable {
                var input: CasePath<Action, Int> {
                    CasePath(embed: Action.input) { if case .input(let value) = $0 { value } else { nil } }
                }
                var output: CasePath<Action, String> {
                    CasePath(embed: Action.output) { if case .output(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<Int, Action> {
            Reduce { state, action in
                guard case .input(let number) = action else { return .none }
                state += number
                return .send(.output("\(state)"))
            }
        }

        @MainActor
        static func module() -> Module<Int, String, Int> {
            Module(
                Store(initialState: 0) { Adder() },
                input: \.input,
                output: \.output,
                state: \.self
            )
        }
    }

    @Test func `inputs come from a publisher, outputs are sent to one, even the same twice in a row`() {
        let module = Adder.module()
        var outputs: [String] = []
        var shown: [Int] = []
        let subject = PassthroughSubject<Int, Never>()
        let cancellables = [
            module.outputsPublisher.sink { outputs.append($0) },
            module.publisher().sink { shown.append($0) },
            subject.send(to: module),
        ]
        for number in [1, 2, 0, 4] { subject.send(number) }
        #expect(outputs == ["1", "3", "3", "7"])
        #expect(shown == [0, 1, 3, 7])
        withExtendedLifetime(cancellables) {}
    }

    @Test func `outputs finish with the module`() {
        let module = Adder.module()
        var isFinished = false
        let cancellable = module.outputsPublisher.sink { _ in
            isFinished = true
        } receiveValue: { _ in
        }
        module.close()
        #expect(isFinished)
        withExtendedLifetime(cancellable) {}
    }
}
#endif
