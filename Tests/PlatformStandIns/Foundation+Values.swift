// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Foundation's undo manager is in Tests/UndoManagerCheck.

#if canImport(Dispatch)
@_exported public import Dispatch
#endif

#if !os(WASI)
open class Thread {
    open class var current: Thread { fatalError() }
}
#endif

public protocol NSLocking {
    @available(*, noasync)
    func lock()
    @available(*, noasync)
    func unlock()
}

open class NSRecursiveLock: NSLocking, @unchecked Sendable {
    public init() {}
    @available(*, noasync)
    open func lock() {}
    @available(*, noasync)
    open func unlock() {}
}

public struct Date: Hashable, Comparable, Codable, Sendable {
    public init() {}
    public init(timeIntervalSince1970: Double) {}
    public init(timeIntervalSinceReferenceDate: Double) {}
    public static func < (left: Date, right: Date) -> Bool { false }
}

public typealias uuid_t = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

public struct UUID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public init() {}
    public init(uuid: uuid_t) {}
    public var uuidString: String { "" }
    public var description: String { "" }
    public static func < (left: UUID, right: UUID) -> Bool { false }
}

public struct Data: Sendable {}

open class JSONEncoder {
    public init() {}
    open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

open class JSONDecoder {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class ProcessInfo: @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var environment: [String: String] { [:] }
}

public struct URL: Sendable {
    public init(filePath: String) {}
    public func deletingLastPathComponent() -> URL { self }
    public func appending(path: some StringProtocol) -> URL { self }
    public var path: String { "" }
    public var lastPathComponent: String { "" }
}

open class FileManager: @unchecked Sendable {
    open class var `default`: FileManager { fatalError() }
    open class DirectoryEnumerator {
        open var allObjects: [Any] { [] }
    }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
}

public struct CharacterSet: Sendable {
    public static var whitespaces: CharacterSet { fatalError() }
}

extension String {
    public struct Encoding: Sendable {
        public static let utf8 = Encoding()
    }
    public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
}

extension StringProtocol {
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { [] }
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func localizedCaseInsensitiveContains<T: StringProtocol>(_ other: T) -> Bool { false }
}
