// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

private final class Account: Sendable {
    let user: String
    init(user: String) { self.user = user }
}

private enum UserKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "guest" }
}

private enum AccountKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Account { Account(user: dependencies.user) }
}

private enum LimitKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 10 }
}

extension Dependencies {
    fileprivate var user: String {
        get { self[UserKey.self] }
        set { self[UserKey.self] = newValue }
    }
    fileprivate var account: Account {
        get { self[AccountKey.self] }
        set { self[AccountKey.self] = newValue }
    }
    fileprivate var limit: Int {
        get { self[LimitKey.self] }
        set { self[LimitKey.self] = newValue }
    }
}

/// The bindings of dependencies: by default, in order, by conditions, and by the store that reads them.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct DependencyBindingTests {}

extension DependencyBindingTests {
    private struct Profile: Reducer {
        struct State {
            var user = ""
            var account: ObjectIdentifier?
        }
        enum Action { case load }
        @Dependency(\.account) var account

        var body: some Reducer<State, Action> {
            Update { state, _ in
                state.user = account.user
                state.account = ObjectIdentifier(account)
            }
        }
    }

    @Test func `a default is a constant, or computed from other dependencies`() {
        var dependencies = Dependencies()
        #expect(dependencies.user == "guest")
        #expect(dependencies.account.user == "guest")
        dependencies.user = "Ada"
        #expect(dependencies.account.user == "Ada")
        #expect(dependencies[UserKey.self] == "Ada")
    }

    @Test func `dependencies are bound in order`() {
        let machine = Machine(initialState: Profile.State()) {
            Profile()
        } dependencies: {
            $0.user = "first"
            $0.user = "second"
        }
        machine.send(.load)
        #expect(machine.state.user == "second")
    }

    @Test func `computed bindings read the earlier bindings`() {
        var dependencies = Dependencies()
        dependencies.limit = dependencies.user.count
        dependencies.user = "Grace"
        #expect(dependencies.limit == "guest".count)
        dependencies.limit = dependencies.user.count + dependencies.limit
        #expect(dependencies.limit == 10)
        dependencies.account = Account(user: "\(dependencies.user) \(dependencies.limit)")
        #expect(dependencies.account.user == "Grace 10")
    }

    @Test(arguments: [true, false])
    func `a condition may leave a dependency as it is`(isGuest: Bool) {
        let store = Store(initialState: Profile.State()) {
            Profile()
        } dependencies: {
            if !isGuest { $0.user = "Ada" }
        }
        store.send(.load)
        #expect(store.state.user == (isGuest ? "guest" : "Ada"))
    }

    @Test func `groups of bindings are functions, and follow one another`() {
        func shared(_ dependencies: inout Dependencies) {
            dependencies.user = "Ada"
            dependencies.limit = 1
        }
        func small(_ dependencies: inout Dependencies) { dependencies.limit += 1 }
        let bindings: [(inout Dependencies) -> Void] = [shared, small, small, { $0.user += "!" }]
        var dependencies = Dependencies()
        for bind in bindings { bind(&dependencies) }
        #expect(dependencies.limit == 3)
        #expect(dependencies.account.user == "Ada!")
    }

    @Test func `a default that is an object is one, in all copies made before and after a change`() {
        let original = Dependencies()
        let before = original
        let account = original.account
        var changed = original
        changed.limit = 3
        #expect(before.account === account)
        #expect(changed.account === account)
        #expect(original.limit == 10)
    }

    @Test func `a property reads the dependency of its store wherever it is read`() {
        let account = Account(user: "Ada")
        let store = Store(initialState: Profile.State()) {
            Profile()
        } dependencies: {
            $0.account = account
        }
        store.send(.load)
        #expect(store.state.account == ObjectIdentifier(account))
    }

    @Test func `the first state is made from the same objects as the reducers have`() {
        let store = Store(dependencies: { $0.user = "Ada" }) { dependencies in
            Profile.State(user: dependencies.account.user, account: ObjectIdentifier(dependencies.account))
        } reducer: {
            Profile()
        }
        #expect(store.user == "Ada")
        let account = store.account
        store.send(.load)
        #expect(store.account == account)
    }

    @Test func `the first state of a store on its own actor is made from them, too`() async {
        let actor = StoreActor(dependencies: { $0.limit = 6 }) { dependencies in
            dependencies.limit
        } reducer: {
            Update<Int, Int> { $0 += $1 }
        }
        await actor.send(1)
        #expect(await actor.state == 7)
    }

    @Test func `a store belongs to a preview if configured`() {
        var dependencies = Dependencies()
        #expect(!dependencies.isPreview)
        dependencies.isPreview = true
        #expect(dependencies.isPreview)
        #expect(!Dependencies().isPreview)
    }

    @Test func `warnings can be turned off, all of them or some`() {
        let recorder = DiagnosticRecorder()
        let reporter = recorder.reporter
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                if diagnostic.identifier != .absentChild { reporter.report(diagnostic) }
            }
        }
        store.send(.sheet(.increment))
        #expect(recorder.diagnostics.isEmpty)
        store.close()
        store.send(.sheet(.increment))
        #expect(recorder.identifiers == [.sendAfterClose])
    }
}
