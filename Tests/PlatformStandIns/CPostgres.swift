// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

// libpq, as far as TributaryPostgres calls it.

public struct ConnStatusType: Equatable, Sendable {}
public let CONNECTION_OK = ConnStatusType()
public let CONNECTION_BAD = ConnStatusType()
public struct ExecStatusType: Equatable, Sendable {}
public let PGRES_COMMAND_OK = ExecStatusType()
public let PGRES_TUPLES_OK = ExecStatusType()
public let PGRES_PIPELINE_ABORTED = ExecStatusType()
public struct PGTransactionStatusType: Equatable, Sendable {}
public let PQTRANS_IDLE = PGTransactionStatusType()

public struct PQconninfoOption {
    public var keyword: UnsafeMutablePointer<CChar>!
    public var val: UnsafeMutablePointer<CChar>!
}
public struct PGnotify {
    public var relname: UnsafeMutablePointer<CChar>!
}
public func PQnotifies(_ handle: OpaquePointer!) -> UnsafeMutablePointer<PGnotify>! { nil }
public typealias PQnoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void

public func PQconninfoParse(
    _ text: UnsafePointer<CChar>!,
    _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> UnsafeMutablePointer<PQconninfoOption>! { nil }
public func PQconninfoFree(_ options: UnsafeMutablePointer<PQconninfoOption>!) {}
public func PQfreemem(_ memory: UnsafeMutableRawPointer!) {}
public func PQconnectdbParams(
    _ keywords: UnsafePointer<UnsafePointer<CChar>?>!,
    _ values: UnsafePointer<UnsafePointer<CChar>?>!,
    _ expandsName: Int32
) -> OpaquePointer! { nil }
public func PQfinish(_ handle: OpaquePointer!) {}
public func PQstatus(_ handle: OpaquePointer!) -> ConnStatusType { CONNECTION_OK }
public func PQtransactionStatus(_ handle: OpaquePointer!) -> PGTransactionStatusType { PQTRANS_IDLE }
public func PQerrorMessage(_ handle: OpaquePointer!) -> UnsafeMutablePointer<CChar>! { nil }
public func PQsocket(_ handle: OpaquePointer!) -> Int32 { 0 }
public func PQbackendPID(_ handle: OpaquePointer!) -> Int32 { 0 }
public func PQsetnonblocking(_ handle: OpaquePointer!, _ isNonblocking: Int32) -> Int32 { 0 }
public func PQenterPipelineMode(_ handle: OpaquePointer!) -> Int32 { 1 }
public func PQpipelineSync(_ handle: OpaquePointer!) -> Int32 { 1 }
@discardableResult
public func PQsetNoticeReceiver(
    _ handle: OpaquePointer!,
    _ receiver: PQnoticeReceiver!,
    _ argument: UnsafeMutableRawPointer!
) -> PQnoticeReceiver! { nil }
public func PQsendQueryParams(
    _ handle: OpaquePointer!,
    _ sql: UnsafePointer<CChar>!,
    _ count: Int32,
    _ types: UnsafePointer<UInt32>!,
    _ values: UnsafePointer<UnsafePointer<CChar>?>!,
    _ lengths: UnsafePointer<Int32>!,
    _ formats: UnsafePointer<Int32>!,
    _ resultFormat: Int32
) -> Int32 { 1 }
public func PQflush(_ handle: OpaquePointer!) -> Int32 { 0 }
public func PQconsumeInput(_ handle: OpaquePointer!) -> Int32 { 1 }
public func PQisBusy(_ handle: OpaquePointer!) -> Int32 { 0 }
public func PQgetResult(_ handle: OpaquePointer!) -> OpaquePointer! { nil }
public func PQclear(_ result: OpaquePointer!) {}
public func PQresultStatus(_ result: OpaquePointer!) -> ExecStatusType { PGRES_COMMAND_OK }
public func PQresultErrorField(_ result: OpaquePointer!, _ field: Int32) -> UnsafeMutablePointer<CChar>! {
    nil
}
public func PQntuples(_ result: OpaquePointer!) -> Int32 { 0 }
public func PQnfields(_ result: OpaquePointer!) -> Int32 { 0 }
public func PQgetisnull(_ result: OpaquePointer!, _ row: Int32, _ column: Int32) -> Int32 { 0 }
public func PQgetvalue(_ result: OpaquePointer!, _ row: Int32, _ column: Int32) -> UnsafeMutablePointer<
    CChar
>! { nil }
public func PQgetlength(_ result: OpaquePointer!, _ row: Int32, _ column: Int32) -> Int32 { 0 }
