// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// Defaults are kept, and follow their inputs, and nothing else.
@Suite(.timeLimit(.minutes(30)))
struct DependencyFollowingTests {}

extension DependencyFollowingTests {
    @Test func `a default follows its indirect inputs, and independent ones stay`() {
        var dependencies = Dependencies()
        let session = dependencies.session
        let archive = dependencies.archive
        dependencies.host = "other"
        #expect(dependencies.session.address == "https://other")
        #expect(dependencies.session !== session)
        #expect(dependencies.archive === archive)
    }

    @Test func `an override does not change the original`() {
        let original = Dependencies()
        let session = original.session
        var copy = original
        copy.host = "other"
        #expect(copy.session.address == "https://other")
        #expect(original.session === session)
        #expect(original.host == "example.org")
    }

    @Test(arguments: [true, false])
    func `independent defaults are one object in both, whichever is read first`(copyFirst: Bool) {
        let original = Dependencies()
        var copy = original
        copy.host = "other"
        let (first, second) = copyFirst ? (copy, original) : (original, copy)
        let archive = first.archive
        #expect(second.archive === archive)
        #expect(first.session !== second.session)
        #expect(first.archive === archive)
    }

    @Test func `an override in the middle disconnects its inputs`() {
        var dependencies = Dependencies()
        dependencies.address = "fixed"
        let session = dependencies.session
        dependencies.host = "other"
        #expect(dependencies.session === session)
        #expect(session.address == "fixed")
    }

    @Test func `a nested override shares the changes of the outer one`() {
        var outer = Dependencies()
        let root = outer
        outer.host = "outer"
        var inner = outer
        inner.unrelated = 5
        let session = inner.session
        #expect(outer.session === session)
        #expect(root.session !== session)
        #expect(session.address == "https://outer")
    }

    @Test func `a long history of copies shares and follows all the same`() {
        var history = [Dependencies()]
        for number in 1...40 {
            var next = history[history.count - 1]
            if number == 20 { next.host = "twenty" }
            if number == 30 { _ = next.session }
            next.unrelated = number
            history.append(next)
        }
        #expect(history[40].archive === history[0].archive)
        #expect(history[40].session === history[30].session)
        #expect(history[40].session.address == "https://twenty")
        #expect(history[19].session.address == "https://example.org")
        #expect(history[40].unrelated == 40)
    }

    @Test func `a default that was computed before its input was set is not found behind many copies`() {
        var dependencies = Dependencies()
        var history: [Dependencies] = []
        var host = "example.org"
        for number in 1...40 {
            history.append(dependencies)
            if number.isMultiple(of: 3) { #expect(dependencies.session.address == "https://\(host)") }
            if number.isMultiple(of: 5) {
                host = "host \(number)"
                dependencies.host = host
            }
            dependencies.unrelated = number
        }
        #expect(dependencies.session.address == "https://host 40")
        #expect(history[38].session.address == "https://host 35")
    }

    @Test func `defaults of copies that are gone go, and serve no other container`() {
        let original = Dependencies()
        var kept: [() -> Session?] = []
        for number in 0..<100 {
            var copy = original
            copy.host = "host \(number)"
            #expect(copy.session.address == "https://host \(number)")
            weak let session = copy.session
            kept.append { session }
        }
        #expect(original.session.address == "https://example.org")
        #expect(kept.allSatisfy { $0() == nil })
    }

    @Test func `defaults go when their input is set again, though a copy had them meanwhile`() {
        let original = Dependencies()
        var dependencies = original
        var sessions: [() -> Session?] = []
        for number in 0..<100 {
            dependencies.host = "host \(number)"
            weak let session = dependencies.session
            sessions.append { session }
            let copy = dependencies
            dependencies.host = "other"
            withExtendedLifetime(copy) {}
        }
        #expect(sessions.allSatisfy { $0() == nil })
        withExtendedLifetime(original) {}
    }

    @Test func `of a default that is computed twice at the same time, the first value serves all`() {
        let dependencies = Dependencies()
        let numbers = TwiceKey.container.withValue(dependencies) {
            [dependencies[TwiceKey.self], dependencies[TwiceKey.self]]
        }
        #expect(numbers == [1, 1])
    }

    @Test func `a default that captures the container is recomputed after any change`() {
        var dependencies = Dependencies()
        #expect(dependencies.lazyAddress() == "https://example.org")
        dependencies.host = "other"
        #expect(dependencies.lazyAddress() == "https://other")
    }

    @Test func `a default that reads something else the next time follows that`() {
        var dependencies = Dependencies()
        #expect(dependencies.chosen == "https://example.org")
        dependencies.choosesUnrelated = true
        #expect(dependencies.chosen == "0")
        dependencies.unrelated = 7
        #expect(dependencies.chosen == "7")
    }

    @Test func `all concurrent readers see one value`() async {
        for _ in 0..<200 {
            let original = Dependencies()
            var copy = original
            copy.unrelated = 1
            let containers = [original, copy]
            let seen = await withTaskGroup(of: ObjectIdentifier.self) { group in
                for index in 0..<16 {
                    group.addTask { ObjectIdentifier(containers[index % 2].archive) }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(seen == [ObjectIdentifier(original.archive)])
        }
    }

    @Test func `a default that reads the reporter before one was set follows it, and others stay`() {
        let (first, second) = (DiagnosticRecorder(), DiagnosticRecorder())
        DiagnosticReporter.$current.withValue(first.reporter) {
            let original = Dependencies()
            let (witness, archive) = (original.witness, original.archive)
            var copy = original
            copy.diagnosticReporter = second.reporter
            copy.witness.report()
            #expect(copy.witness !== witness)
            #expect(copy.archive === archive)
            #expect(original.witness === witness)
            witness.report()
        }
        #expect(first.diagnostics.map(\.message) == ["seen"])
        #expect(second.diagnostics.map(\.message) == ["seen"])
    }

    @MainActor
    @Test(arguments: [true, false])
    func `a store's first state and its reducers have the same objects`(isWithinTest: Bool) async {
        func check() async {
            let store = Store(dependencies: { _ in }, initialState: { Sight($0.witness) }) { Seeing() }
            store.send(())
            #expect(store.state.reduced === store.state.first)
            let storeActor = StoreActor(dependencies: { _ in }, initialState: { Sight($0.witness) }) {
                Seeing()
            }
            await storeActor.send(()).finish()
            let sight = await storeActor.state
            #expect(sight.reduced === sight.first)
        }
        guard isWithinTest else { return await check() }
        await withDependencies {
            _ = $0.witness
        } operation: {
            await check()
        }
    }

    @Test func `a container of a test recomputes its defaults`() {
        var dependencies = Dependencies()
        #expect(dependencies.mode == "live")
        dependencies.isTesting = true
        #expect(dependencies.mode == "test")
    }
}

private final class Session: Sendable {
    let address: String
    init(address: String) { self.address = address }
}

private final class Archive: Sendable {}

private enum HostKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "example.org" }
}

private enum AddressKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "https://\(dependencies.host)" }
}

private enum SessionKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Session { Session(address: dependencies.address) }
}

/// It keeps the reporter that was set when it was made.
private final class Witness: Sendable {
    private let reporter: DiagnosticReporter
    init(_ reporter: DiagnosticReporter) { self.reporter = reporter }

    func report() {
        reporter.report(Diagnostic(.dependencyOutsideStore, message: "seen", remedy: "None."))
    }
}

private enum WitnessKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Witness { Witness(dependencies.diagnosticReporter) }
}

private struct Sight: Sendable {
    let first: Witness
    var reduced: Witness?
    init(_ first: Witness) { self.first = first }
}

/// Keeps the witness that the reducer has.
private struct Seeing: Reducer {
    @Dependency(\.witness) private var witness

    var body: some Reducer<Sight, Void> { Update { sight, _ in sight.reduced = witness } }
}

private enum ArchiveKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Archive { Archive() }
}

private enum UnrelatedKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 0 }
}

private enum LazyAddressKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable () -> String { { dependencies.address } }
}

private enum ChoiceKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Bool { false }
}

private enum ChosenKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String {
        dependencies.choosesUnrelated ? "\(dependencies.unrelated)" : dependencies.address
    }
}

/// A default that reads itself through another container, like another task that computes it at the same
/// time.
private enum TwiceKey: DependencyKey {
    static let container = TaskLocal<Dependencies?>(wrappedValue: nil)

    static func value(in dependencies: Dependencies) -> Int {
        guard let original = container.get() else { return 1 }
        return 1 + container.withValue(nil) { original[TwiceKey.self] }
    }
}

private enum ModeKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { dependencies.isTesting ? "test" : "live" }
}

extension Dependencies {
    fileprivate var host: String {
        get { self[HostKey.self] }
        set { self[HostKey.self] = newValue }
    }
    fileprivate var address: String {
        get { self[AddressKey.self] }
        set { self[AddressKey.self] = newValue }
    }
    fileprivate var session: Session { self[SessionKey.self] }
    fileprivate var archive: Archive { self[ArchiveKey.self] }
    fileprivate var witness: Witness { self[WitnessKey.self] }
    fileprivate var unrelated: Int {
        get { self[UnrelatedKey.self] }
        set { self[UnrelatedKey.self] = newValue }
    }
    fileprivate var lazyAddress: @Sendable () -> String { self[LazyAddressKey.self] }
    fileprivate var choosesUnrelated: Bool {
        get { self[ChoiceKey.self] }
        set { self[ChoiceKey.self] = newValue }
    }
    fileprivate var chosen: String { self[ChosenKey.self] }
    fileprivate var mode: String { self[ModeKey.self] }
}
