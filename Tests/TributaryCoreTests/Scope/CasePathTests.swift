// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite(.timeLimit(.minutes(30)))
struct CasePathTests {}

extension CasePathTests {
    private enum Loading: Equatable, CasePathable {
        case idle
        case loaded([Int])
        case failed([Int])

        struct AllCasePaths: Sendable {
            var idle: CasePath<Loading, Void> {
                CasePath(embed: { .idle }, extract: { $0 == .idle ? () : nil })
            }
            var loaded: CasePath<Loading, [Int]> {
                CasePath(
                    embed: Loading.loaded,
                    extract: { if case .loaded(let value) = $0 { value } else { nil } }
                )
            }
            var failed: CasePath<Loading, [Int]> {
                CasePath(
                    embed: Loading.failed,
                    extract: { if case .failed(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    private enum Outer: Equatable, CasePathable {
        case inner(Loading), other
        struct AllCasePaths: Sendable {
            var inner: CasePath<Outer, Loading> {
                CasePath(
                    embed: Outer.inner,
                    extract: { if case .inner(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    @Test func `law: an embedded value is extracted`() {
        #expect(CasePath(\Loading.AllCasePaths.loaded).extract(from: .loaded([1])) == [1])
        #expect(CasePath(\Loading.AllCasePaths.loaded).embed([1]) == .loaded([1]))
        #expect(CasePath(\Loading.AllCasePaths.idle).embed(()) == .idle)
    }

    @Test func `two cases with the same payload are distinguished`() {
        let value = Loading.failed([1])
        #expect(value[case: \.loaded] == nil)
        #expect(value[case: \.failed] == [1])
        #expect(value.is(\.failed) && !value.is(\.loaded) && !value.is(\.idle))
    }

    @Test func `a path leads through two enums, by appending and by name`() {
        let appended = CasePath(\Outer.AllCasePaths.inner).appending(path: CasePath(\.loaded))
        #expect(appended.extract(from: .inner(.loaded([2]))) == [2])
        #expect(appended.extract(from: .inner(.idle)) == nil)
        #expect(appended.extract(from: .other) == nil)
        #expect(Outer.inner(.loaded([3]))[case: \.inner.loaded] == [3])
        #expect(CasePath(\Outer.AllCasePaths.inner.loaded).embed([4]) == .inner(.loaded([4])))
    }

    @Test func `modify changes the payload of its case only`() {
        var value = Loading.loaded([1])
        let count = value.modify(\.loaded) {
            $0.append(2)
            return $0.count
        }
        #expect(count == 2)
        let nothing: Void? = value.modify(\.failed) { $0.append(3) }
        #expect(nothing == nil)
        #expect(value == .loaded([1, 2]))
    }

    @Test func `modify with a default replaces the value only if the case does not match`() {
        var value = Loading.idle
        value.modify(\.loaded, default: .failed([9])) { $0.append(1) }
        #expect(value == .failed([9]))
        value.modify(\.failed, default: .idle) { $0.append(1) }
        #expect(value == .failed([9, 1]))
        var optional: Int?
        optional.modify(\.some, default: 5) { $0 += 1 }
        #expect(optional == 5)
        optional.modify(\.some, default: 0) { $0 += 1 }
        #expect(optional == 6)
    }

    @Test func `law 9: modify changes a payload in place`() {
        var choice = PayloadPlaces.Choice.payload(Payload.State(count: 1_000))
        let address = choice[case: \.payload]?.address
        #expect(address != nil)
        choice.modify(\.payload) { $0.numbers[0] = 1 }
        #expect(choice[case: \.payload]?.address == address)
        choice.modify(\.payload, default: .nothing) { $0.numbers[1] = 2 }
        #expect(choice[case: \.payload]?.address == address)
        CasePath(\PayloadPlaces.Choice.AllCasePaths.payload).modify(&choice) { $0.numbers[2] = 3 }
        #expect(choice[case: \.payload]?.address == address)
        #expect(choice[case: \.payload]?.numbers.prefix(4) == [1, 2, 3, 3])
    }

    @Test func `law 9: modify changes the value of an optional in place`() {
        var optional: Payload.State? = Payload.State(count: 1_000)
        let address = optional?.address
        #expect(address != nil)
        optional.modify { $0.numbers[0] = 1 }
        #expect(optional?.address == address)
        optional.modify(\.some, default: Payload.State(count: 0)) { $0.numbers[1] = 2 }
        #expect(optional?.address == address)
        #expect(optional?.numbers.prefix(3) == [1, 2, 2])
    }

    @Test func `a body that throws leaves the value as it was changed until then`() {
        struct Failure: Error {}
        var value = Loading.loaded([1])
        #expect(throws: Failure.self) {
            try value.modify(\.loaded) { (numbers: inout [Int]) throws(Failure) -> Void in
                numbers.append(2)
                throw Failure()
            }
        }
        #expect(value == .loaded([1, 2]))
    }

    @Test func `identity is a path from a value to itself`() {
        #expect(CasePath<Int, Int>.identity.extract(from: 3) == 3)
        #expect(CasePath<Int, Int>.identity.embed(3) == 3)
    }
}
