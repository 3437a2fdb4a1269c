// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import CPostgres

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A connection to one server, for one thread at a time.
///
/// It never waits without an end: libpq is used without blocking, and the thread waits for the socket until a deadline. A
/// connection that failed, or that was waited for in vain, is of no use any more.
final class PostgresConnection {
    private let handle: OpaquePointer
    private let notices = Notices()

    /// The server's notices.
    private final class Notices {
        var warning: String?
    }

    /// Connects to the first of the servers that takes writes.
    ///
    /// - Parameter options: The options of libpq, by name.
    /// - Throws: `PostgresFailure.unreachable`.
    init(options: [String: String]) throws(PostgresFailure) {
        var keywords: [UnsafePointer<CChar>?] = []
        var values: [UnsafePointer<CChar>?] = []
        var copies: [UnsafeMutablePointer<CChar>?] = []
        defer { for copy in copies { free(copy) } }
        for (keyword, value) in options {
            let pair = (strdup(keyword), strdup(value))
            copies += [pair.0, pair.1]
            keywords.append(pair.0.map { UnsafePointer($0) })
            values.append(pair.1.map { UnsafePointer($0) })
        }
        guard let handle = PQconnectdbParams(keywords + [nil], values + [nil], 0) else {
            throw .unreachable("there is no memory for a connection")
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw .unreachable(Self.message(of: handle)) }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            throw .unreachable(Self.message(of: handle))
        }
        // The connection is finished before the receiver of its notices is released.
        PQsetNoticeReceiver(
            handle,
            { box, result in
                guard let box, let result else { return }
                let severity = PQresultErrorField(result, Int32(UInt8(ascii: "V"))).map {
                    String(cString: $0)
                }
                guard severity == "WARNING" else { return }
                let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
                Unmanaged<Notices>.fromOpaque(box).takeUnretainedValue().warning = text ?? "a warning"
            },
            Unmanaged.passUnretained(notices).toOpaque()
        )
    }

    deinit { PQfinish(handle) }

    /// Carries out statements in one go, and returns when the server has answered all of them.
    ///
    /// - Parameters:
    ///   - statements: Each is carried out only if those before it were.
    ///   - deadline: Until when to wait.
    /// - Returns: The rows of each.
    /// - Throws: `interrupted`, after which the connection is of no use, or `undone`, after which a transaction that they began
    ///   is rolled back.
    func run(
        _ statements: [PostgresStatement],
        until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) -> [[PostgresRow]] {
        notices.warning = nil
        for statement in statements { try send(statement) }
        guard PQpipelineSync(handle) == 1 else { throw interrupted() }
        try flush(until: deadline)
        var answers: [[PostgresRow]] = []
        var failure: PostgresFailure?
        for _ in statements {
            while let result = try next(until: deadline) {
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_TUPLES_OK: answers.append(rows(of: result))
                case PGRES_COMMAND_OK: answers.append([])
                case PGRES_PIPELINE_ABORTED: break
                default: failure = failure ?? reason(of: result)
                }
            }
        }
        // The result that ends the answers to all statements.
        PQclear(try next(until: deadline))
        if let failure {
            if PQtransactionStatus(handle) != PQTRANS_IDLE {
                _ = try run([PostgresStatement(sql: "ROLLBACK")], until: deadline)
            }
            throw failure
        }
        // If a server's wait for its standbys is interrupted, it reports success, and only a warning.
        if let warning = notices.warning { throw .interrupted(warning) }
        return answers
    }

    /// The socket, which can be read when there may be notifications.
    var socket: Int32 { PQsocket(handle) }

    /// The number of the server's process, as the server or a pooler reports it.
    var process: Int32 { PQbackendPID(handle) }

    /// The channels of the notifications since the last call.
    ///
    /// - Returns: Their names; `nil` when the connection is lost.
    func notifications() -> Set<String>? {
        guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { return nil }
        var channels: Set<String> = []
        while let notification = PQnotifies(handle) {
            channels.insert(String(cString: notification.pointee.relname))
            PQfreemem(notification)
        }
        return channels
    }

    private func send(_ statement: PostgresStatement) throws(PostgresFailure) {
        let values = statement.values.map(\.bytes)
        // One buffer for all of them, which does not move while the pointers are used; not empty, so that it has an address.
        var buffer: [UInt8] = []
        buffer.reserveCapacity(values.reduce(1) { $0 + ($1?.count ?? 0) })
        for case let value? in values { buffer += value }
        buffer.append(0)
        let lengths = values.map { Int32($0?.count ?? 0) }
        let formats = values.map { _ in Int32(1) }
        let isSent = buffer.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                var offset = 0
                let pointers = values.map { value -> UnsafePointer<CChar>? in
                    guard let value else { return nil }
                    defer { offset += value.count }
                    return buffer.baseAddress?.advanced(by: offset)
                }
                return PQsendQueryParams(
                    handle,
                    statement.sql,
                    Int32(values.count),
                    nil,
                    pointers,
                    lengths,
                    formats,
                    1
                )
            }
        }
        guard isSent == 1 else { throw interrupted() }
    }

    /// Sends pending data, and reads incoming data meanwhile, because a server that cannot write does not read.
    private func flush(until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                let ready = try wait(for: Int16(POLLIN) | Int16(POLLOUT), until: deadline)
                if ready & Int16(POLLIN) != 0, PQconsumeInput(handle) != 1 { throw interrupted() }
            default: throw interrupted()
            }
        }
    }

    /// The next answer, or `nil` at the end of those to a statement.
    private func next(until deadline: ContinuousClock.Instant) throws(PostgresFailure) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            _ = try wait(for: Int16(POLLIN), until: deadline)
            guard PQconsumeInput(handle) == 1 else { throw interrupted() }
        }
        let result = PQgetResult(handle)
        if PQstatus(handle) == CONNECTION_BAD {
            PQclear(result)
            throw interrupted()
        }
        return result
    }

    private func wait(
        for events: Int16,
        until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) -> Int16 {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .interrupted("the server did not answer in time") }
            var place = pollfd(fd: PQsocket(handle), events: events, revents: 0)
            let ready = poll(&place, 1, milliseconds(of: left))
            if ready > 0 { return place.revents }
            if ready < 0, errno != EINTR { throw .interrupted(String(cString: strerror(errno))) }
        }
    }

    private func rows(of result: OpaquePointer) -> [PostgresRow] {
        (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
                else {
                    return PostgresValue(bytes: nil)
                }
                let value = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
                return PostgresValue(bytes: Array(value))
            }
        }
    }

    private func reason(of result: OpaquePointer) -> PostgresFailure {
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let message = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) } ?? ""
        // A server that shuts down reports that also after it has written, and has waited for its standbys.
        return state.hasPrefix("57P") ? .interrupted(message) : .undone(state: state, message)
    }

    private func interrupted() -> PostgresFailure { .interrupted(Self.message(of: handle)) }

    /// The message of libpq, in one line.
    private static func message(of handle: OpaquePointer) -> String {
        let said = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        let lines = said.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" || $0 == " " } }
        return lines.isEmpty ? "the connection was lost" : lines.joined(separator: "; ")
    }
}

/// Rounded up, so that waiting does not end before its time.
func milliseconds(of duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
    guard !milliseconds.overflow, milliseconds.partialValue < Int64(Int32.max) - 1000 else { return .max }
    return Int32(milliseconds.partialValue + attoseconds / 1_000_000_000_000_000 + 1)
}
#endif
