// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryTestSupport

@testable import TributaryCore

/// The dependencies that are ready-made in the core.
@Suite(.timeLimit(.minutes(30)))
struct ValueTests {
    private let recorder = DiagnosticRecorder()
}

extension ValueTests {
    private var testDependencies: Dependencies {
        var dependencies = Dependencies()
        dependencies.isTesting = true
        dependencies.diagnosticReporter = recorder.reporter
        return dependencies
    }

    @Test func `the clock is the continuous one`() {
        #expect(Dependencies().clock is ContinuousClock)
        var dependencies = Dependencies()
        dependencies.clock = SuspendingClock()
        #expect(dependencies.clock is SuspendingClock)
    }

    @Test func `in a test nothing can wait by the clock unnoticed, and one attempt is one complaint`() async {
        let clock = testDependencies.clock
        #expect(recorder.diagnostics.isEmpty)
        await #expect(throws: UnimplementedError(name: "Dependencies.clock")) {
            try await clock.sleep(for: .seconds(1))
        }
        #expect(
            recorder.diagnostics.map(\.message) == [
                "Dependencies.clock was used, but is not implemented here."
            ]
        )
    }

    @Test func `the use of a missing value is reported with the property that it was read through`() {
        struct Dice {
            static let line = #line + 1
            @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
            @Dependency(\.clock) var clock
        }
        withDependencies {
            $0.isTesting = true
            $0.diagnosticReporter = recorder.reporter
        } operation: {
            let dice = Dice()
            _ = dice.withRandomNumberGenerator { $0.next() }
            _ = dice.clock.now
        }
        #expect(recorder.diagnostics.map(\.site?.line) == [UInt(Dice.line), UInt(Dice.line + 1)])
    }

    @Test func `the time of an unimplemented clock does not advance, and works in calculations`() {
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            let clock = MissingClock()
            let start = clock.now
            #expect(start == clock.now)
            let later = start.advanced(by: .seconds(2))
            #expect(start < later)
            #expect(start.duration(to: later) == .seconds(2))
            #expect(clock.minimumResolution == .zero)
        }
        #expect(recorder.identifiers == Array(repeating: Diagnostic.Identifier("TRIBUTARY-019"), count: 2))
    }

    @Test func `random numbers of a seed are the same each time, and others for another seed`() {
        func numbers(_ generator: WithRandomNumberGenerator) -> [UInt64] {
            (0..<20).map { _ in generator { $0.next() } }
        }
        #expect(numbers(.seeded(1)) == numbers(.seeded(1)))
        #expect(numbers(.seeded(1)) != numbers(.seeded(2)))
        // The first numbers of SplitMix64 for this seed, as they are published for checking implementations.
        let published: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        #expect(Array(numbers(.seeded(1_234_567)).prefix(2)) == published)
    }

    @Test func `a generator is shared by copies, and each number goes to one`() async {
        struct Counting: RandomNumberGenerator {
            var count: UInt64 = 0
            mutating func next() -> UInt64 {
                count += 1
                return count
            }
        }
        var dependencies = Dependencies()
        dependencies.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
        let generator = dependencies.withRandomNumberGenerator
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { _ = generator { $0.next() } } }
            }
        }
        #expect(dependencies.withRandomNumberGenerator { $0.next() } == 8_001)
    }

    @Test func `a closure that has a generator may request the same one, and they share its numbers`() {
        let generator = WithRandomNumberGenerator.seeded(1)
        let shared = generator { outer in [outer.next(), generator { $0.next() }, outer.next()] }
        let again = WithRandomNumberGenerator.seeded(1)
        #expect(shared == again { numbers in (0..<3).map { _ in numbers.next() } })
    }

    @Test func `a closure with a generator may request another, and start tasks that request the same`()
        async
    {
        let (first, second) = (WithRandomNumberGenerator.seeded(1), WithRandomNumberGenerator.seeded(2))
        let task = first { outer in
            _ = second { inner in outer.next() ^ inner.next() }
            return Task { first { $0.next() } }
        }
        let number = await task.value
        let again = WithRandomNumberGenerator.seeded(1)
        _ = again { $0.next() }
        #expect(again { $0.next() } == number)
    }

    @Test func `an error thrown while the generator is lent is passed on`() {
        struct Failure: Error {}
        let generator = Dependencies().withRandomNumberGenerator
        #expect(throws: Failure.self) { try generator { _ in throw Failure() } }
        let die = generator { Int.random(in: 1...6, using: &$0) }
        #expect((1...6).contains(die))
    }

    @Test func `in a test every use of random numbers is reported, and they are the same each time`() {
        let first = testDependencies.withRandomNumberGenerator { $0.next() }
        let second = testDependencies.withRandomNumberGenerator { $0.next() }
        #expect(first == second)
        #expect(recorder.identifiers == Array(repeating: Diagnostic.Identifier("TRIBUTARY-019"), count: 2))
    }
}
