// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What TributaryCluster uses of swift-nio's NIOPosix.

public import NIOCore

public final class MultiThreadedEventLoopGroup: Sendable {
    public static var singleton: MultiThreadedEventLoopGroup { fatalError() }
    public func next() -> any EventLoop { fatalError() }
}

public final class ClientBootstrap {
    public init(group: any EventLoop) {}
    public func connectTimeout(_ time: TimeAmount) -> Self { fatalError() }
    public func channelInitializer(_ body: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>) -> Self
    { fatalError() }
    public func connect(host: String, port: Int) -> EventLoopFuture<any Channel> { fatalError() }
}

public final class ServerBootstrap {
    public init(group: any EventLoop) {}
    public func serverChannelOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> Self {
        fatalError()
    }
    public func childChannelInitializer(_ body: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>)
        -> Self
    { fatalError() }
    public func bind(host: String, port: Int) -> EventLoopFuture<any Channel> { fatalError() }
}
