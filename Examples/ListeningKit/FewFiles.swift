// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Keeps a server accepting connections when the program has no file left: makes room, and tries again soon.
///
/// Without it, the error ends the `NIOAsyncChannel` of the server.
package final class FewFiles: ChannelInboundHandler {
    package typealias InboundIn = any Channel

    private let makeRoom: @Sendable () -> Void

    /// Makes a handler for the channel of a server.
    ///
    /// - Parameter makeRoom: Closes some connections that have proved nothing.
    package init(_ makeRoom: @escaping @Sendable () -> Void) { self.makeRoom = makeRoom }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        makeRoom()
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenSuccess {
            channel.eventLoop.scheduleTask(in: .milliseconds(20)) {
                channel.setOption(.autoRead, value: true)
            }
        }
    }
}
