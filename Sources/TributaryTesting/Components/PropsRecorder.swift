// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
public import TributaryComponents

/// A component that records the props that it gets.
///
/// ```swift
/// let header = PropsRecorder<Header.Props>()
/// let connection = header.connect(to: store, state: \.user, props: HeaderConnector().props)
/// header.expect(.init(title: "Hello, guest"))
/// store.send(.login(ada))
/// header.expect(.init(title: "Hello, Ada"))
/// ```
/// When it is connected it always gets the first props, and never the same ones twice in a row. The test has to expect all props.
/// Props that are left when it is released are failures at the line that made it.
@MainActor
public final class PropsRecorder<Props: Equatable>: Component {
    private let transcript: Transcript

    /// The props that it got last, if any.
    public private(set) var last: Props?

    /// Makes a component without recorded props.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public init(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        transcript = Transcript(
            of: "props",
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Records the props.
    public func render(_ props: Props) {
        last = props
        transcript.append(String(customDumping: props))
    }

    /// Checks that exactly these props came since the last call, in this order.
    ///
    /// - Parameters:
    ///   - props: The props; none if nothing is expected.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func expect(
        _ props: Props...,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        transcript.expect(
            props.map { String(customDumping: $0) },
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }
}
