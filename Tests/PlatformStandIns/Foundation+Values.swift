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
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
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
    public var timeIntervalSince1970: Double { 0 }
    public var timeIntervalSinceReferenceDate: Double { 0 }
    public static func < (left: Date, right: Date) -> Bool { false }
}

public struct Decimal: Hashable, Codable, Sendable, ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) {}
    public init?(string: String) {}
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

public final class FileHandle: @unchecked Sendable {
    public static var standardOutput: FileHandle { FileHandle() }
    public func write(_ data: Data) {}
    public init() {}
    public init?(forWritingAtPath path: String) {}
    @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
    public func write(contentsOf data: Data) throws {}
}

public struct Data: Hashable, Codable, Sendable {
    public mutating func append(_ other: Data) {}
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
    }
    public init(_ bytes: some Sequence<UInt8>) {}
    public init() {}
    public init(contentsOf url: URL) throws {}
    public func base64EncodedString() -> String { "" }
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
        try [UInt8](self).withUnsafeBytes(body)
    }
}

extension Data: RandomAccessCollection, MutableCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(position: Int) -> UInt8 {
        get { 0 }
        set {}
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { self }
        set {}
    }
    public func range(of data: Data, in range: Range<Int>? = nil) -> Range<Int>? { nil }
    public func subdata(in range: Range<Int>) -> Data { self }
    public mutating func replaceSubrange(_ range: Range<Int>, with data: Data) {}
    public mutating func resetBytes(in range: Range<Int>) {}
}

public struct CocoaError: Error {
    public struct Code: Hashable, Sendable {
        public static let coderInvalidValue = Code()
        public static let fileReadNoSuchFile = Code()
        public static let fileWriteFileExists = Code()
    }
    public let code: Code
    public init(_ code: Code) { self.code = code }
}

open class NSNumber {
    open var intValue: Int { 0 }
}

open class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let sortedKeys = OutputFormatting(rawValue: 1)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 2)
    }
    public init() {}
    open var outputFormatting: OutputFormatting = []
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
    public init?(string: String) {}
    public func deletingLastPathComponent() -> URL { self }
    public func appending(path: some StringProtocol) -> URL { self }
    public func appendingPathComponent(_ component: String) -> URL { self }
    public func resolvingSymlinksInPath() -> URL { self }
    public var path: String { "" }
    public var lastPathComponent: String { "" }
    public var absoluteString: String { "" }
}

open class FileManager: @unchecked Sendable {
    open class var `default`: FileManager { fatalError() }
    open class DirectoryEnumerator {
        open var allObjects: [Any] { [] }
    }
    open var temporaryDirectory: URL { fatalError() }
    open func contents(atPath path: String) -> Data? { nil }
    open func moveItem(atPath source: String, toPath target: String) throws {}
    open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func subpathsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func createDirectory(
        at url: URL,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createDirectory(
        atPath path: String,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func copyItem(atPath source: String, toPath target: String) throws {}
    open func linkItem(atPath source: String, toPath target: String) throws {}
    open func fileExists(atPath path: String) -> Bool { false }
    open func createSymbolicLink(atPath path: String, withDestinationPath target: String) throws {}
    open func createSymbolicLink(at url: URL, withDestinationURL destination: URL) throws {}
    open func destinationOfSymbolicLink(atPath path: String) throws -> String { "" }
    open func moveItem(at source: URL, to destination: URL) throws {}
    open func removeItem(at url: URL) throws {}
    open func removeItem(atPath path: String) throws {}
    open func isWritableFile(atPath path: String) -> Bool { false }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    open func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
}

public struct FileAttributeKey: Hashable, Sendable {
    public static let posixPermissions = FileAttributeKey()
}

public struct CharacterSet: Sendable {
    public static var whitespaces: CharacterSet { fatalError() }
    public static var newlines: CharacterSet { fatalError() }
    public static var whitespacesAndNewlines: CharacterSet { fatalError() }
}

extension String {
    public struct Encoding: Sendable {
        public static let utf8 = Encoding()
    }
    public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
    public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
}

extension StringProtocol {
    public var precomposedStringWithCanonicalMapping: String { "" }
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { [] }
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func localizedCaseInsensitiveContains<T: StringProtocol>(_ other: T) -> Bool { false }
}

@discardableResult
public func setenv(_ name: String, _ value: String, _ overwrite: Int32) -> Int32 { 0 }
