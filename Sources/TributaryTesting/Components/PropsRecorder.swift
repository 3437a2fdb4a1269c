// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
public import TributaryComponents

/// A component that writes down the props that it is given.
///
/// ```swift
/// let header = PropsRecorder<Header.Props>()
/// let connection = header.connect(to: store, state: \.user, connector: HeaderConnector())
/// header.expect(.init(title: "Hello, guest"))
/// store.send(.login(ada))
/// header.expect(.init(title: "Hello, Ada"))
/// ```
/// Connected, it is given the first props always, and the same ones never twice in a row. All that it is given is to
/// be expected; what is left when it is released fails where it was made.
@MainActor
public final class PropsRecorder<Props: Equatable>: Component {
    private let transcript: Transcript

    /// The props that it was given last, if it was given any.
    public private(set) var last: Props?

    /// Makes a component that was given nothing.
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

    /// Writes the props down.
    public func render(_ props: Props) {
        last = props
        transcript.append(String(customDumping: props))
    }

    /// Checks that exactly these props were given since this was last called, in this order.
    ///
    /// - Parameters:
    ///   - props: The props; none for nothing at all.
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
