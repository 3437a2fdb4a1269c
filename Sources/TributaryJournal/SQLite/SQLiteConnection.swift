// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A connection to a database file, for one thread at a time.
///
/// It wraps SQLite's C functions, and turns their failures into an `ActionLogError`.
final class SQLiteConnection {
    let path: String
    private var handle: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file, or makes it if it may be written.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - isReadOnly: Whether it is only read.
    ///   - vfs: The virtual file system of SQLite; tests have their own.
    /// - Throws: An error if it cannot be opened.
    init(path: String, isReadOnly: Bool = false, vfs: String? = nil) throws(ActionLogError) {
        self.path = path
        var handle: OpaquePointer?
        let use = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, use | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
        self.handle = handle
        guard code == SQLITE_OK else {
            let error = error(code)
            close()
            throw error
        }
    }

    deinit { close() }

    func close() {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(ActionLogError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// A statement, prepared once.
    func statement(_ sql: String) throws(ActionLogError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        let statement = SQLiteStatement(prepared: prepared, connection: self)
        statements[sql] = statement
        return statement
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The error of a result code.
    func error(_ code: Int32) -> ActionLogError {
        let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        return switch code & 0xff {
        case SQLITE_FULL: .full(place: path)
        case SQLITE_BUSY, SQLITE_LOCKED: .inUse(place: path)
        case SQLITE_NOTADB: .foreign(place: path)
        case SQLITE_CORRUPT: .damaged(place: path, reason: text)
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
            .notWritable(file: path, text)
        default: .failed(place: path, reason: text)
        }
    }
}

/// A prepared statement, and its row while it runs.
final class SQLiteStatement {
    private let prepared: OpaquePointer
    private unowned let connection: SQLiteConnection

    init(prepared: OpaquePointer, connection: SQLiteConnection) {
        self.prepared = prepared
        self.connection = connection
    }

    func finalize() { sqlite3_finalize(prepared) }

    /// Runs to the end, and calls a closure at each row, which reads the row's columns.
    func run(_ values: any Value..., row: (SQLiteStatement) -> Void = { _ in }) throws(ActionLogError) {
        defer {
            sqlite3_reset(prepared)
            sqlite3_clear_bindings(prepared)
        }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: prepared, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw connection.error(code) }
        }
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: row(self)
            case SQLITE_DONE: return
            case let code: throw connection.error(code)
            }
        }
    }

    /// A number of the current row.
    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(prepared, column)) }

    func text(_ column: Int32) -> String {
        // By its length: a text may have a NUL.
        String(decoding: bytes(column), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(prepared, column))
        return [UInt8](UnsafeRawBufferPointer(start: sqlite3_column_blob(prepared, column), count: count))
    }

    /// A value for a question mark in a statement.
    protocol Value {
        func bind(to prepared: OpaquePointer, at index: Int32) -> Int32
    }
}

extension Int: SQLiteStatement.Value {
    func bind(to prepared: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(prepared, index, Int64(self))
    }
}

extension String: SQLiteStatement.Value {
    func bind(to prepared: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_text64(prepared, index, self, UInt64(utf8.count), copied, UInt8(SQLITE_UTF8))
    }
}

extension [UInt8]: SQLiteStatement.Value {
    func bind(to prepared: OpaquePointer, at index: Int32) -> Int32 {
        isEmpty
            ? sqlite3_bind_zeroblob(prepared, index, 0)
            : sqlite3_bind_blob64(prepared, index, self, UInt64(count), copied)
    }
}

/// `SQLITE_TRANSIENT`, a macro that is not imported: SQLite copies the bytes before the call returns.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
