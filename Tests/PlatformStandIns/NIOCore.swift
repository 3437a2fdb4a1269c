// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What TributaryCluster uses of swift-nio's NIOCore.

public struct ByteBuffer: Sendable {
    public init() {}
    public var readerIndex: Int { fatalError() }
    public var readableBytes: Int { fatalError() }
    public var readableBytesView: [UInt8] { fatalError() }
    public mutating func writeBuffer(_ buffer: inout ByteBuffer) -> Int { fatalError() }
    public mutating func discardReadBytes() -> Bool { fatalError() }
    public mutating func moveReaderIndex(forwardBy offset: Int) {}
    public mutating func readSlice(length: Int) -> ByteBuffer? { fatalError() }
    public mutating func writeInteger(_ integer: UInt32) -> Int { fatalError() }
    public mutating func writeBytes(_ bytes: [UInt8]) -> Int { fatalError() }
    public func getInteger(at index: Int, as type: UInt32.Type) -> UInt32? { fatalError() }
    public func withUnsafeReadableBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        fatalError()
    }
}

public struct ByteBufferAllocator: Sendable {
    public func buffer(capacity: Int) -> ByteBuffer { fatalError() }
}

public struct NIOAny {
    public init(_ value: ByteBuffer) {}
}

public struct TimeAmount: Sendable, Comparable {
    public init(_ duration: Duration) {}
    public static func milliseconds(_ count: Int64) -> TimeAmount { fatalError() }
    public static func seconds(_ count: Int64) -> TimeAmount { fatalError() }
    public static func < (left: TimeAmount, right: TimeAmount) -> Bool { fatalError() }
    public static func * (left: TimeAmount, right: Int) -> TimeAmount { fatalError() }
}

public struct NIODeadline: Sendable, Comparable {
    public static func < (left: NIODeadline, right: NIODeadline) -> Bool { fatalError() }
    public static func + (left: NIODeadline, right: TimeAmount) -> NIODeadline { fatalError() }
}

public struct EventLoopFuture<Value>: Sendable {
    public func get() async throws -> Value { fatalError() }
    public func map<New>(_ body: @escaping @Sendable (Value) -> New) -> EventLoopFuture<New> { fatalError() }
    public func whenFailure(_ body: @escaping @Sendable (any Error) -> Void) {}
    public func whenComplete(_ body: @escaping @Sendable (Result<Value, any Error>) -> Void) {}
}

public struct EventLoopPromise<Value>: Sendable {
    public var futureResult: EventLoopFuture<Value> { fatalError() }
}

extension EventLoopPromise where Value == Void {
    public func succeed() {}
}

public struct Scheduled<Value>: Sendable {
    public func cancel() {}
}

public final class RepeatedTask: Sendable {
    public func cancel() {}
}

public protocol EventLoop: AnyObject, Sendable {}

extension EventLoop {
    public var now: NIODeadline { fatalError() }
    public func assertInEventLoop() {}
    public func execute(_ task: @escaping @Sendable () -> Void) {}
    public func submit<T>(_ task: @escaping @Sendable () throws -> T) -> EventLoopFuture<T> { fatalError() }
    public func flatSubmit<T>(_ task: @escaping @Sendable () -> EventLoopFuture<T>) -> EventLoopFuture<T> {
        fatalError()
    }
    public func makePromise<T>(of type: T.Type) -> EventLoopPromise<T> { fatalError() }
    public func makeFailedFuture<T>(_ error: any Error) -> EventLoopFuture<T> { fatalError() }
    public func makeCompletedFuture<T>(withResultOf body: () throws -> T) -> EventLoopFuture<T> {
        fatalError()
    }
    public func scheduleTask<T>(deadline: NIODeadline, _ task: @escaping @Sendable () throws -> T)
        -> Scheduled<T>
    { fatalError() }
    public func scheduleTask<T>(in time: TimeAmount, _ task: @escaping @Sendable () throws -> T) -> Scheduled<
        T
    > { fatalError() }
    public func scheduleRepeatedTask(
        initialDelay: TimeAmount,
        delay: TimeAmount,
        _ task: @escaping @Sendable (RepeatedTask) throws -> Void
    ) -> RepeatedTask { fatalError() }
}

public enum SocketAddress: Sendable {
    case unknown
    public var port: Int? { fatalError() }
}

public enum CloseMode: Sendable {
    case output, input, all
}

public protocol ChannelOption<Value>: Sendable {
    associatedtype Value: Sendable
}

public enum ChannelOptions {
    public enum Types {
        public struct AutoReadOption: ChannelOption { public typealias Value = Bool }
        public struct BacklogOption: ChannelOption { public typealias Value = Int32 }
        public struct SocketOption: ChannelOption { public typealias Value = CInt }
        public struct WriteBufferWaterMark: Sendable { public init(low: Int, high: Int) {} }
        public struct WriteBufferWaterMarkOption: ChannelOption {
            public typealias Value = WriteBufferWaterMark
        }
    }
}

extension ChannelOption where Self == ChannelOptions.Types.AutoReadOption {
    public static var autoRead: Self { fatalError() }
}
extension ChannelOption where Self == ChannelOptions.Types.BacklogOption {
    public static var backlog: Self { fatalError() }
}
extension ChannelOption where Self == ChannelOptions.Types.WriteBufferWaterMarkOption {
    public static var writeBufferWaterMark: Self { fatalError() }
}

public struct SocketOptionName: Sendable {
    public static let so_reuseaddr = SocketOptionName()
    public static let tcp_nodelay = SocketOptionName()
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    public static func socketOption(_ name: SocketOptionName) -> Self { fatalError() }
}

public struct SynchronousOptions {
    public func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) throws {}
}

public struct SynchronousOperations {
    public func addHandler(_ handler: some ChannelInboundHandler) throws {}
}

public struct ChannelPipeline: Sendable {
    public var syncOperations: SynchronousOperations { fatalError() }
}

public protocol Channel: AnyObject, Sendable {}

extension Channel {
    public var allocator: ByteBufferAllocator { fatalError() }
    public var eventLoop: any EventLoop { fatalError() }
    public var isActive: Bool { fatalError() }
    public var isWritable: Bool { fatalError() }
    public var localAddress: SocketAddress? { fatalError() }
    public var remoteAddress: SocketAddress? { fatalError() }
    public var pipeline: ChannelPipeline { fatalError() }
    public var syncOptions: SynchronousOptions? { fatalError() }
    public func close() async throws {}
    public func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<
        Void
    > { fatalError() }
}

public final class ChannelHandlerContext {
    public var channel: any Channel { fatalError() }
    public var eventLoop: any EventLoop { fatalError() }
    public func write(_ data: NIOAny, promise: EventLoopPromise<Void>?) {}
    public func writeAndFlush(_ data: NIOAny, promise: EventLoopPromise<Void>?) {}
    public func flush() {}
    public func close(mode: CloseMode = .all, promise: EventLoopPromise<Void>?) {}
    public func fireChannelActive() {}
    public func fireChannelInactive() {}
    public func fireChannelWritabilityChanged() {}
}

public protocol ChannelInboundHandler: AnyObject {
    associatedtype InboundIn
}

extension ChannelInboundHandler {
    public func unwrapInboundIn(_ value: NIOAny) -> InboundIn { fatalError() }
}
