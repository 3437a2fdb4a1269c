// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// SQLite, as Apple's systems have it.

public let SQLITE_OK: Int32 = 0
public let SQLITE_PERM: Int32 = 3
public let SQLITE_BUSY: Int32 = 5
public let SQLITE_LOCKED: Int32 = 6
public let SQLITE_READONLY: Int32 = 8
public let SQLITE_CORRUPT: Int32 = 11
public let SQLITE_FULL: Int32 = 13
public let SQLITE_CANTOPEN: Int32 = 14
public let SQLITE_AUTH: Int32 = 23
public let SQLITE_NOTADB: Int32 = 26
public let SQLITE_ROW: Int32 = 100
public let SQLITE_DONE: Int32 = 101
public let SQLITE_OPEN_READONLY: Int32 = 0x0000_0001
public let SQLITE_OPEN_READWRITE: Int32 = 0x0000_0002
public let SQLITE_OPEN_CREATE: Int32 = 0x0000_0004
public let SQLITE_OPEN_NOMUTEX: Int32 = 0x0000_8000
public let SQLITE_OPEN_EXRESCODE: Int32 = 0x0200_0000
public let SQLITE_PREPARE_PERSISTENT: Int32 = 1

public typealias sqlite3_destructor_type = @convention(c) (UnsafeMutableRawPointer?) -> Void

public func sqlite3_open_v2(
    _ path: UnsafePointer<CChar>!,
    _ handle: UnsafeMutablePointer<OpaquePointer?>!,
    _ flags: Int32,
    _ system: UnsafePointer<CChar>!
) -> Int32 { SQLITE_OK }
@discardableResult
public func sqlite3_close_v2(_ handle: OpaquePointer!) -> Int32 { SQLITE_OK }
public func sqlite3_exec(
    _ handle: OpaquePointer!,
    _ sql: UnsafePointer<CChar>!,
    _ row: (
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> Int32
    )!,
    _ context: UnsafeMutableRawPointer!,
    _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { SQLITE_OK }
public func sqlite3_prepare_v3(
    _ handle: OpaquePointer!,
    _ sql: UnsafePointer<CChar>!,
    _ count: Int32,
    _ flags: UInt32,
    _ prepared: UnsafeMutablePointer<OpaquePointer?>!,
    _ rest: UnsafeMutablePointer<UnsafePointer<CChar>?>!
) -> Int32 { SQLITE_OK }
public func sqlite3_changes64(_ handle: OpaquePointer!) -> Int64 { 0 }
public func sqlite3_errmsg(_ handle: OpaquePointer!) -> UnsafePointer<CChar>! { nil }
public func sqlite3_errstr(_ code: Int32) -> UnsafePointer<CChar>! { nil }
@discardableResult
public func sqlite3_finalize(_ prepared: OpaquePointer!) -> Int32 { SQLITE_OK }
@discardableResult
public func sqlite3_reset(_ prepared: OpaquePointer!) -> Int32 { SQLITE_OK }
@discardableResult
public func sqlite3_clear_bindings(_ prepared: OpaquePointer!) -> Int32 { SQLITE_OK }
public func sqlite3_step(_ prepared: OpaquePointer!) -> Int32 { SQLITE_DONE }
public func sqlite3_column_int64(_ prepared: OpaquePointer!, _ column: Int32) -> Int64 { 0 }
public func sqlite3_column_bytes(_ prepared: OpaquePointer!, _ column: Int32) -> Int32 { 0 }
public func sqlite3_column_blob(_ prepared: OpaquePointer!, _ column: Int32) -> UnsafeRawPointer! { nil }
public func sqlite3_bind_int64(_ prepared: OpaquePointer!, _ index: Int32, _ value: Int64) -> Int32 {
    SQLITE_OK
}
public let SQLITE_UTF8: Int32 = 1
public func sqlite3_bind_text64(
    _ prepared: OpaquePointer!,
    _ index: Int32,
    _ text: UnsafePointer<CChar>!,
    _ count: UInt64,
    _ release: sqlite3_destructor_type!,
    _ encoding: UInt8
) -> Int32 { SQLITE_OK }
public func sqlite3_bind_zeroblob(_ prepared: OpaquePointer!, _ index: Int32, _ count: Int32) -> Int32 {
    SQLITE_OK
}
public func sqlite3_bind_blob64(
    _ prepared: OpaquePointer!,
    _ index: Int32,
    _ bytes: UnsafeRawPointer!,
    _ count: UInt64,
    _ release: sqlite3_destructor_type!
) -> Int32 { SQLITE_OK }
