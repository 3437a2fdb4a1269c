// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Dependencies that need each other to be computed.
@Suite(.timeLimit(.minutes(30)))
struct DependencyCycleTests {}

extension DependencyCycleTests {
    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `a cycle stops with a diagnostic that names it in its order`() async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Dependencies()[StartKey.self]
        }
        #expect(result.complaint.contains("TRIBUTARY-018"))
        #expect(
            result.complaint.contains(
                "TributaryCoreTests.FirstKey → TributaryCoreTests.SecondKey → TributaryCoreTests.FirstKey"
            )
        )
    }

    @Test func `a default that needs itself is a cycle`() async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Dependencies()[OwnKey.self]
        }
        #expect(
            result.complaint.contains(
                "TributaryCoreTests.OwnKey → TributaryCoreTests.OwnKey"
            )
        )
    }

    @Test func `the diagnostic is reported before the program stops`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            var dependencies = Dependencies()
            dependencies.diagnosticReporter = DiagnosticReporter { _ in exit(7) }
            _ = dependencies[OwnKey.self]
        }
    }
    #endif

    @Test func `a value given to one of them breaks the cycle`() {
        var dependencies = Dependencies()
        dependencies[SecondKey.self] = 10
        #expect(dependencies[FirstKey.self] == 11)
        #expect(dependencies[StartKey.self] == 12)
    }

    @Test func `reading a default again after it was computed is not a cycle`() {
        #expect(Dependencies()[LateKey.self](3) == 6)
    }

    @Test func `a default that two others need is no cycle`() {
        #expect(Dependencies()[DiamondKey.self] == [1, 1])
    }
}

private enum StartKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { dependencies[FirstKey.self] + 1 }
}

private enum FirstKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { dependencies[SecondKey.self] + 1 }
}

private enum SecondKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { dependencies[FirstKey.self] + 1 }
}

private enum OwnKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { dependencies[OwnKey.self] }
}

/// Adds up all numbers to the given one, by asking for itself.
private enum LateKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (Int) -> Int {
        { number in number == 0 ? 0 : number + dependencies[LateKey.self](number - 1) }
    }
}

private enum LeafKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

private enum LeftKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { dependencies[LeafKey.self] }
}

private enum RightKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { dependencies[LeafKey.self] }
}

private enum DiamondKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> [Int] {
        [dependencies[LeftKey.self], dependencies[RightKey.self]]
    }
}
