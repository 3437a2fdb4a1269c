// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@Suite("An enum with @CasePathable", .timeLimit(.minutes(30)))
struct CasePathableTests {
    static let laws: [CasePathLaw] = [
        CasePathLaw(Shape.allCasePaths.empty, (), by: { _, _ in true }),
        CasePathLaw(Shape.allCasePaths.one, 1),
        CasePathLaw(Shape.allCasePaths.other, 2),
        CasePathLaw(Shape.allCasePaths.labelled, 3),
        CasePathLaw(Shape.allCasePaths.many, (x: 4, "four", last: false), by: ==),
        CasePathLaw(Shape.allCasePaths.tuple, (left: 5, right: 6), by: ==),
        CasePathLaw(Shape.allCasePaths.optional, 7),
        CasePathLaw(Shape.allCasePaths.optional, nil),
        CasePathLaw(Shape.allCasePaths.void, (), by: { _, _ in true }),
        CasePathLaw(Shape.allCasePaths.`default`, 8),
        CasePathLaw(Shape.allCasePaths.`init`, 9),
        CasePathLaw(Shape.allCasePaths.`two words`, "ten"),
        CasePathLaw(Tree.allCasePaths.branch, (.leaf(1), .leaf(2)), by: ==),
        CasePathLaw(Loadable<String>.allCasePaths.loaded, "text"),
        CasePathLaw(Loadable<String>.allCasePaths.failed, (nil, message: "no"), by: ==),
        CasePathLaw(Feature<Int>.Action.allCasePaths.element, 11),
        CasePathLaw(Feature<Int>.Action.allCasePaths.hidden, true),
    ]

    @Test("extracts an embedded value", arguments: laws)
    func law(_ law: CasePathLaw) {
        #expect(law.holds())
    }

    @Test func `embeds in the case that is named`() {
        let paths = Shape.allCasePaths
        #expect(paths.empty.embed(()) == .empty)
        #expect(paths.one.embed(1) == .one(1))
        #expect(paths.labelled.embed(1) == .labelled(code: 1))
        #expect(paths.many.embed((x: 1, "one", last: true)) == .many(x: 1, "one"))
        #expect(paths.tuple.embed((left: 1, right: 2)) == .tuple((left: 1, right: 2)))
        #expect(paths.nested.embed(.empty) == .nested(.empty))
    }

    @Test func `returns its case`() {
        let shape = Shape.many(x: 1, "one", last: false)
        #expect(shape.is(\.many))
        #expect(!shape.is(\.empty))
        #expect(!shape.is(\.impossible))
        #expect(Shape.`self`.is(\.`self`))
        #expect(Shape.empty.is(\.empty))
    }

    @Test func `gives the payload of the case it is in, and nothing of the others`() {
        #expect(Shape.many(x: 1, "one", last: false)[case: \.many]?.x == 1)
        #expect(Shape.labelled(code: 2)[case: \.labelled] == 2)
        #expect(Shape.nested(.one(3))[case: \.nested]?[case: \.one] == 3)
        #expect(Shape.empty[case: \.one] == nil)
    }

    @Test func `distinguishes two cases with the same payload type`() {
        #expect(Shape.one(1)[case: \.one] == 1)
        #expect(Shape.one(1)[case: \.other] == nil)
        #expect(Shape.other(1)[case: \.one] == nil)
        #expect(Shape.other(1)[case: \.other] == 1)
    }

    @Test func `distinguishes an absent payload from another case`() {
        #expect(Shape.optional(nil)[case: \.optional] == .some(nil))
        #expect(Shape.empty[case: \.optional] == .none)
    }

    @Test func `changes a payload in place`() {
        var shape = Shape.many(x: 1, "one", last: false)
        shape.modify(\.many) { $0.x += 1 }
        #expect(shape == .many(x: 2, "one", last: false))
        #expect(shape.modify(\.one) { $0 += 1 } == nil)
        #expect(shape == .many(x: 2, "one", last: false))
    }

    @Test func `may be indirect`() {
        var tree = Tree.branch(.leaf(1), .leaf(2))
        tree.modify(\.branch) { $0.0 = .branch(.leaf(3), .leaf(4)) }
        #expect(tree == .branch(.branch(.leaf(3), .leaf(4)), .leaf(2)))
        #expect(tree[case: \.leaf] == nil)
    }

    @Test func `may be generic`() {
        var loadable = Loadable<[Int]>.loaded([1])
        loadable.modify(\.loaded) { $0.append(2) }
        #expect(loadable == .loaded([1, 2]))
        #expect(loadable[case: \.failed] == nil)
        #expect(Loadable<Int>.loading.is(\.loading))
    }

    @Test func `may be nested in a generic type and use the types around it`() {
        let action = Feature<String>.Action.row(Feature.Row(number: 1))
        #expect(action[case: \.row]?.number == 1)
        #expect(Feature<String>.Action.input(.changed)[case: \.input] == .changed)
        #expect(Feature<String>.Action.element("a")[case: \.element] == "a")
        #expect(Feature<String>.Output.finished(.init(number: 2))[case: \.finished]?.number == 2)
    }

    @Test func `may be private`() {
        #expect(whatIsTold("it") == "it")
        #expect(Feature<Int>.numberOfFirstStep(1) == 1)
    }

    @Test func `may contain values that are not Sendable or equatable`() throws {
        let box = Work.Box()
        #expect(Work.hold(box)[case: \.hold] === box)
        #expect(Work.run { 3 }[case: \.run]?() == 3)
        #expect(Work.fail(CancellationError())[case: \.fail] is CancellationError)
        #expect(Work.runConcurrently { _ in }.is(\.runConcurrently))
    }

    @Test func `has its paths wherever the code runs, also when it is isolated`() async {
        let path = await Task.detached { CasePath(\Isolated.AllCasePaths.shown) }.value
        #expect(path.extract(from: path.embed(1)) == 1)
    }

    @Test func `keeps the conditions and the availability of its cases`() {
        #expect(Versioned.current(1)[case: \.current] == 1)
        #if os(Linux)
        #expect(Shape.platform("Linux")[case: \.platform] == "Linux")
        #else
        #expect(Shape.platform(1)[case: \.platform] == 1)
        #endif
    }

    @Test func `may have no cases`() {
        #expect(type(of: Nothing.allCasePaths) == Nothing.AllCasePaths.self)
    }

    @Test func `names paths through two enums`() {
        let path = CasePath(\Shape.AllCasePaths.nested).appending(path: CasePath(\.one))
        #expect(path.embed(1) == .nested(.one(1)))
        #expect(path.extract(from: .nested(.other(1))) == nil)
    }

    private func index<Root: CasePathable>(_ root: Root) -> Int? { Root.caseIndex(of: root) }

    @Test func `gives the cases with one payload an index each`() {
        #expect(index(Shape.one(1)) == 0)
        #expect(index(Shape.other(1)) == 1)
        #expect(index(Shape.labelled(code: 1)) == 2)
        #expect(index(Shape.tuple((left: 1, right: 2))) == 3)
        #expect(index(Shape.optional(nil)) == 4)
        #expect(index(Shape.`init`(1)) == 8)
        #expect(index(Shape.nested(.empty)) == 10)
        #if os(Linux)
        #expect(index(Shape.platform("")) == 11)
        #else
        #expect(index(Shape.platform(1)) == 11)
        #endif
        #expect(index(Shape.empty) == nil)
        #expect(index(Shape.many(x: 1, "")) == nil)
        #expect(index(Loadable<String>.loaded("")) == 0)
        #expect(index(Feature<Int>.Output.finished(.init(number: 1))) == 0)
        #expect(index(Versioned.current(1)) == 0)
        #expect(index(Work.run { 1 }) != nil)
    }

    @Test func `finds an existential`() {
        struct Failure: Error {}
        let machine = Machine(initialState: 0) {
            Scope(state: \.self, action: \Work.AllCasePaths.fail) {
                Update<Int, any Error> { state, error in state += error is Failure ? 1 : 0 }
            }
        }
        machine.send(.fail(Failure()))
        machine.send(.hold(Work.Box()))
        #expect(machine.state == 1)
    }
}
