// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The case paths of the standard library's enums, and results of asynchronous closures.
@Suite("Paths to the cases of", .timeLimit(.minutes(30)))
struct StandardCasePathTests {}

extension StandardCasePathTests {
    private struct Absent: Error, Equatable {}

    private enum Action: CasePathable {
        case response(Result<[String], any Error>)
        case picked(Int?)

        struct AllCasePaths: Sendable {
            var response: CasePath<Action, Result<[String], any Error>> {
                CasePath(
                    named: "response",
                    embed: Action.response,
                    extract: { if case .response(let value) = $0 { value } else { nil } }
                )
            }
            var picked: CasePath<Action, Int?> {
                CasePath(
                    named: "picked",
                    embed: Action.picked,
                    extract: { if case .picked(let value) = $0 { value } else { nil } }
                )
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    @Test func `a result, also through the case of an action`() {
        let success = Action.response(.success(["Flood"]))
        let failure = Action.response(.failure(Absent()))
        #expect(success[case: \.response.success] == ["Flood"])
        #expect(success[case: \.response.failure] == nil)
        #expect(failure.is(\.response.failure))
        #expect(failure[case: \.response.failure] as? Absent == Absent())
        #expect(!failure.is(\.response.success))
        #expect(CasePath(\Action.AllCasePaths.response.success).name == "response.success")
        #expect(CasePath(\Action.AllCasePaths.response.success).embed([]).is(\.response.success))
        #expect(CasePath(\Action.AllCasePaths.response.failure).embed(Absent()).is(\.response.failure))
    }

    @Test func `an optional, also through the case of an action`() {
        #expect(Action.picked(3)[case: \.picked.some] == 3)
        #expect(Action.picked(nil)[case: \.picked.some] == nil)
        #expect(Action.picked(nil).is(\.picked.none))
        #expect(!Action.picked(3).is(\.picked.none))
        #expect(CasePath(\Action.AllCasePaths.picked.some).name == "picked.some")
        #expect(CasePath(\Action.AllCasePaths.picked.none).embed(()).is(\.picked.none))
        // One level of two.
        let nested: Int?? = .some(nil)
        #expect(nested.is(\.some.none) && !nested.is(\.none))
    }

    @Test func `an optional enum lead through it by the names of its cases`() {
        let there: Action? = .picked(3)
        #expect(there[case: \.picked] == 3)
        #expect(there[case: \.picked.some] == 3)
        #expect(!there.is(\.response) && !Action?.none.is(\.picked))
        let path = CasePath(\Action?.AllCasePaths.picked.some)
        #expect(path.name == "picked.some")
        #expect(path.embed(4)[case: \.picked.some] == 4)
        // The names of an optional's own cases come first.
        #expect(there.is(\.some) && Action?.none.is(\.none))
    }

    @Test func `a result, whose value they change in place`() {
        var result = Result<[Int], Absent>.success(Array(0..<100))
        let before = result[case: \.success]?.withUnsafeBufferPointer { $0.baseAddress }
        result.modify(\.success) { $0[0] = 7 }
        #expect(result[case: \.success]?.first == 7)
        #expect(result[case: \.success]?.withUnsafeBufferPointer { $0.baseAddress } == before)
    }

    @Test func `the result of an asynchronous closure`() async {
        let success = await Result { try await self.half(4) }
        #expect((try? success.get()) == 2)
        let failure = await Result { try await self.half(3) }
        #expect(failure.is(\.failure))
        let typed: Result<Int, Absent> = await Result { () async throws(Absent) in throw Absent() }
        #expect(typed == .failure(Absent()))
    }

    @MainActor
    @Test func `a result of a closure that stays on the actor of the caller`() async {
        var steps: [Int] = []
        let result = await Result {
            MainActor.assertIsolated()
            steps.append(1)
            let half = try await half(4)
            MainActor.assertIsolated()
            steps.append(half)
            return steps
        }
        #expect((try? result.get()) == [1, 2])
    }

    nonisolated private func half(_ number: Int) async throws -> Int {
        await Task {}.value
        guard number.isMultiple(of: 2) else { throw Absent() }
        return number / 2
    }
}
