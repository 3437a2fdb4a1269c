// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Apple's C library.

public let STDERR_FILENO: Int32 = 2
public let EINTR: Int32 = 4
public var errno: Int32 {
    get { 0 }
    set {}
}
@discardableResult
public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { count }
public let O_RDONLY: Int32 = 0
public let O_RDWR: Int32 = 0x0002
public let O_CREAT: Int32 = 0x0200
public let O_CLOEXEC: Int32 = 0x0100_0000
public let LOCK_EX: Int32 = 0x02
public let LOCK_NB: Int32 = 0x04
public let LOCK_UN: Int32 = 0x08
public let EWOULDBLOCK: Int32 = 35
public let F_FULLFSYNC: Int32 = 51
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt16) -> Int32 { 0 }
@discardableResult
public func flock(_ file: Int32, _ operation: Int32) -> Int32 { 0 }
@discardableResult
public func close(_ file: Int32) -> Int32 { 0 }
public func pwrite(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ offset: Int64) -> Int { 0 }
public func fsync(_ file: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { 0 }
public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 { 0 }
public func strerror(_ code: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func exit(_ code: Int32) -> Never { fatalError() }

public struct pthread_attr_t {
    public init() {}
}
public typealias pthread_t = UnsafeMutablePointer<Int>
public func pthread_self() -> pthread_t { fatalError() }
@discardableResult
public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult
public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult
public func pthread_attr_setstacksize(
    _ attributes: UnsafeMutablePointer<pthread_attr_t>,
    _ size: Int
) -> Int32 { 0 }
@discardableResult
public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>!,
    _ attributes: UnsafePointer<pthread_attr_t>?,
    _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 { 0 }
@discardableResult
public func pthread_join(
    _ thread: pthread_t,
    _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { 0 }
public let POLLIN: Int32 = 0x0001
public let POLLOUT: Int32 = 0x0004
public struct pollfd {
    public var revents: Int16
    public init(fd: Int32, events: Int16, revents: Int16) { self.revents = revents }
}
@discardableResult
public func poll(_ places: UnsafeMutablePointer<pollfd>!, _ count: UInt32, _ milliseconds: Int32) -> Int32 {
    0
}
public func strdup(_ text: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
public func free(_ memory: UnsafeMutableRawPointer!) {}

public typealias dev_t = Int32
public typealias ino_t = UInt64
public let S_IFMT: UInt16 = 0
public let S_IFREG: UInt16 = 0
public struct stat {
    public var st_dev: dev_t = 0
    public var st_ino: ino_t = 0
    public var st_mode: UInt16 = 0
    public var st_nlink: UInt16 = 0
    public var st_size: Int64 = 0
    public init() {}
}
public func lstat(_ path: UnsafePointer<CChar>!, _ found: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
