// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary
import TributaryTesting
import XCTest

/// In a test case of XCTest, the same tools fail that case, with the same texts, at the line of the call.
final class TestCaseTests: XCTestCase {
    /// The failures in place of those of this case, while some are expected.
    private var expected: [String]?

    func testAnEffectIsReceivedAndTheStateIsChecked() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.titles = { ["Dune"] }
        }
        await store.send(.increment) { $0.count = 1 }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded) {
            $0.titles = ["Dune"]
            $0.isLoading = false
        }
        await store.finish()
    }

    func testADifferenceFailsTheCaseAtTheCall() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        expected = []
        let line = #line + 1
        await store.send(.increment) { $0.count = 2 }
        let failures = expected ?? []
        expected = nil
        XCTAssertEqual(failures.count, 1)
        let failure = failures.first ?? ""
        XCTAssertTrue(failure.hasPrefix("TestCaseTests.swift:\(line): "), failure)
        XCTAssertTrue(
            failure.contains("The state after `Library.Action.increment` is not as expected."),
            failure
        )
        XCTAssertTrue(failure.contains("−   count: 2,") && failure.contains("+   count: 1,"), failure)
    }

    func testAComplaintOfTheLibraryFailsTheCase() {
        let store = Machine(
            initialState: 0,
            reducer: { Update { (count: inout Int, _: Void) in count += 1 } },
            dependencies: .ofStore { $0.diagnosticReporter = .issues }
        )
        store.close()
        expected = []
        store.send(())
        let failures = expected ?? []
        expected = nil
        XCTAssertEqual(failures.count, 1)
        XCTAssertTrue(failures.first?.contains("; it was dropped.") == true, "\(failures)")
    }

    func testEveryOrderIsExplored() async {
        expected = []
        let exploration = await explore {
            let store = TestStore(initialState: Race.State()) { Race() }
            await store.send(.start(3))
            await store.finish()
        }
        let failures = expected ?? []
        expected = nil
        XCTAssertEqual(failures, [])
        XCTAssertEqual(exploration.count, 6)
    }

    #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
        guard expected != nil else { return super.record(issue) }
        let location = issue.sourceCodeContext.location
        expected?.append(
            "\(location?.fileURL.lastPathComponent ?? ""):\(location?.lineNumber ?? 0): \(issue.compactDescription)"
        )
    }
    #else
    override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected isExpected: Bool
    ) {
        guard expected != nil else {
            return super.recordFailure(
                withDescription: description,
                inFile: filePath,
                atLine: lineNumber,
                expected: isExpected
            )
        }
        let file = filePath.split(separator: "/").last ?? ""
        expected?.append("\(file):\(lineNumber): \(description.replacing("\u{2007}", with: " "))")
    }
    #endif
}
