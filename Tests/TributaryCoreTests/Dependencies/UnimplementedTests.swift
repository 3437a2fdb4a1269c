// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

private struct NewsClient: Sendable {
    var count: @Sendable () -> Int
    var title: @Sendable (Int, String) async -> String
    var check: @Sendable () throws -> Void
    var load: @Sendable (Int) async throws -> [String]

    static var unimplemented: NewsClient {
        NewsClient(
            count: TributaryCore.unimplemented("NewsClient.count", placeholder: -1),
            title: TributaryCore.unimplemented("NewsClient.title", placeholder: "?"),
            check: TributaryCore.unimplemented("NewsClient.check"),
            load: TributaryCore.unimplemented("NewsClient.load")
        )
    }

    static var live: NewsClient {
        NewsClient(count: { 1 }, title: { "\($0)\($1)" }, check: {}, load: { _ in [] })
    }
}

private enum NewsClientKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> NewsClient {
        dependencies.isTesting ? .unimplemented : .live
    }
}

private enum CountryKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String {
        dependencies.isTesting ? dependencies.missing(placeholder: "Nowhere") : "Utopia"
    }
}

/// A client whose answers belong to one task, with closures that run on the caller's actor.
private struct DraftClient: Sendable {
    final class Draft {}

    var load: nonisolated(nonsending) @Sendable (Draft) async throws -> Draft
    var make: nonisolated(nonsending) @Sendable (Int) async -> Draft
}

/// Keys may be nested if the names of the container are looked up first.
extension Dependencies {
    private enum DraftClientKey: DependencyKey {
        static func value(in dependencies: Dependencies) -> DraftClient {
            DraftClient(
                load: unimplemented("DraftClient.load"),
                make: unimplemented("DraftClient.make", placeholder: DraftClient.Draft())
            )
        }
    }

    fileprivate var draftClient: DraftClient { self[DraftClientKey.self] }

    fileprivate var unreadCount: @Sendable () -> Int { unimplemented("unreadCount", placeholder: 0) }
}

extension Dependencies {
    fileprivate var newsClient: NewsClient {
        get { self[NewsClientKey.self] }
        set { self[NewsClientKey.self] = newValue }
    }
    fileprivate var country: String {
        get { self[CountryKey.self] }
        set { self[CountryKey.self] = newValue }
    }
}

/// Dependencies that a test reaches without having given them a value.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UnimplementedTests {
    private let recorder = DiagnosticRecorder()
}

extension UnimplementedTests {
    private func testDependencies() -> Dependencies {
        var dependencies = Dependencies()
        dependencies.isTesting = true
        dependencies.diagnosticReporter = recorder.reporter
        return dependencies
    }

    @Test func `every kind of closure reports its call, and returns a placeholder or throws an error`() async
    {
        let client = testDependencies().newsClient
        #expect(recorder.diagnostics.isEmpty)
        #expect(client.count() == -1)
        #expect(await client.title(1, "a") == "?")
        #expect(throws: UnimplementedError(name: "NewsClient.check")) { try client.check() }
        await #expect(throws: UnimplementedError(name: "NewsClient.load")) { try await client.load(1) }
        #expect(recorder.identifiers == Array(repeating: .unimplementedDependency, count: 4))
        for (diagnostic, name) in zip(recorder.diagnostics, ["count", "title", "check", "load"]) {
            #expect(diagnostic.message.contains("NewsClient.\(name)"))
            #expect(diagnostic.site?.fileID.hasSuffix("UnimplementedTests.swift") == true)
        }
    }

    @Test func `inside of an extension of the container the function is found under its name`() {
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            #expect(Dependencies().unreadCount() == 0)
        }
        #expect(
            recorder.diagnostics.map(\.message) == ["unreadCount was used, but is not implemented here."]
        )
    }

    @Test func `a result that is not Sendable may come from a closure that runs on the caller's actor`() async
    {
        let client = testDependencies().draftClient
        await #expect(throws: UnimplementedError(name: "DraftClient.load")) {
            _ = try await client.load(DraftClient.Draft())
        }
        _ = await client.make(1)
        #expect(recorder.identifiers == [.unimplementedDependency, .unimplementedDependency])
    }

    @Test func `an effect that uses a missing endpoint ends with that one diagnostic`() async {
        let store = Store(initialState: 0) {
            Reduce<Int, Int> { state, number in
                guard number == 0 else {
                    state += number
                    return .none
                }
                let client = testDependencies().newsClient
                return .merge(
                    .run { _ in _ = try await client.load(1) },
                    .run { _ in
                        _ = try await client.load(2)
                    } catch: { _, send in
                        await send(5)
                    },
                    .run { _ in _ = try await client.load(3) }.retry(.constant(attempts: 3))
                )
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        await store.send(0).finish()
        #expect(recorder.identifiers == Array(repeating: .unimplementedDependency, count: 3))
        #expect(store.state == 0)
    }

    @Test func `outside of a test the live value is used, and nothing is reported`() {
        var dependencies = Dependencies()
        dependencies.diagnosticReporter = recorder.reporter
        #expect(dependencies.newsClient.count() == 1)
        #expect(dependencies.country == "Utopia")
        #expect(recorder.diagnostics.isEmpty)
    }

    @Test func `a closure reports to the store that runs it, even if another container had it first`() {
        let other = DiagnosticRecorder()
        let first = testDependencies()
        var second = first
        _ = first.newsClient
        second.diagnosticReporter = other.reporter
        _ = second.newsClient.count()
        #expect(recorder.diagnostics.isEmpty)
        #expect(other.identifiers == [.unimplementedDependency])
    }

    @Test func `made outside of a container, a closure reports to the current reporter`() {
        let client = NewsClient.unimplemented
        DiagnosticReporter.$current.withValue(recorder.reporter) { _ = client.count() }
        #expect(recorder.identifiers == [.unimplementedDependency])
    }

    @Test func `a key without a value for tests reports every reading, with the key`() {
        let dependencies = testDependencies()
        #expect(dependencies.country == "Nowhere")
        #expect(dependencies.country == "Nowhere")
        #expect(recorder.identifiers == [.unimplementedDependency, .unimplementedDependency])
        #expect(recorder.diagnostics.allSatisfy { $0.message.contains("CountryKey") })
    }

    @Test func `the diagnostic names the property`() {
        struct Traveller: Reducer {
            enum Action { case arrive }
            static let line = #line + 1
            @Dependency(\.country) var country
            var body: some Reducer<String, Action> {
                Update { state, _ in state = country }
            }
        }
        let dependencies = testDependencies()
        let store = Store(initialState: "") {
            Traveller()
        } dependencies: {
            $0 = dependencies
        }
        store.send(.arrive)
        #expect(store.state == "Nowhere")
        #expect(recorder.diagnostics.map(\.site?.line) == [UInt(Traveller.line)])
    }

    @Test func `a value given by the test is not reported`() {
        var dependencies = testDependencies()
        dependencies.country = "Here"
        dependencies.newsClient.count = { 5 }
        #expect(dependencies.country == "Here")
        #expect(dependencies.newsClient.count() == 5)
        #expect(recorder.diagnostics.isEmpty)
    }

    @Test func `read outside of a key, a missing value is reported at once`() {
        #expect(testDependencies().missing(placeholder: 3) == 3)
        #expect(recorder.identifiers == [.unimplementedDependency])
    }
}
