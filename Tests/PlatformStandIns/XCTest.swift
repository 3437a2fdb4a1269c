// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation

open class XCTestCase {
    public init() {}
    open func record(_ issue: XCTIssue) {}
}

public struct XCTIssue {
    public var compactDescription: String
    public var sourceCodeContext: XCTSourceCodeContext
}

open class XCTSourceCodeContext {
    open var location: XCTSourceCodeLocation? { nil }
}

open class XCTSourceCodeLocation {
    open var fileURL: URL { fatalError() }
    open var lineNumber: Int { 0 }
}

public func XCTAssertEqual<T: Equatable>(
    _ first: @autoclosure () throws -> T,
    _ second: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {}

public func XCTAssertTrue(
    _ condition: @autoclosure () throws -> Bool,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {}
