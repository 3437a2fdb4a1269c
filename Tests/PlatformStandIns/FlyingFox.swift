// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of FlyingFox that TributaryInspector uses.
public import FlyingSocks
public import Foundation

public struct HTTPRoute: ExpressibleByStringLiteral, Sendable {
    public init(stringLiteral value: String) {}
}

public protocol HTTPHandler: Sendable {
    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse
}

public final actor HTTPServer {
    public init(address: some SocketAddress, timeout: Double = 15, logger: any Logging = .disabled) {}
    public var listeningAddress: Socket.Address? { nil }
    public func run() async throws {}
    public func waitUntilListening(timeout: Double = 5) async throws {}
    public func appendRoute(_ route: HTTPRoute, to handler: some HTTPHandler) {}
    public func stop(timeout: Double = 0) async {}
}

public struct HTTPMethod: Hashable, Sendable {
    public static let GET = HTTPMethod()
    public static let POST = HTTPMethod()
}

public struct HTTPHeader: Hashable, Sendable {
    public init(_ name: String) {}
    public static let host = HTTPHeader("")
    public static let contentType = HTTPHeader("")
}

public struct HTTPHeaders: ExpressibleByDictionaryLiteral, Sendable {
    public init(dictionaryLiteral elements: (HTTPHeader, String)...) {}
    public subscript(header: HTTPHeader) -> String? {
        get { nil }
        set {}
    }
}

public struct HTTPBodySequence: AsyncSequence, Sendable {
    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async throws -> Data? { nil }
    }
    public var count: Int? { nil }
    public init(
        from bytes: some AsyncBufferedSequence<UInt8>,
        count: Int,
        suggestedBufferSize: Int = 4096
    ) {}
    public func makeAsyncIterator() -> Iterator { Iterator() }
}

public struct HTTPRequest: Sendable {
    public struct QueryItem: Sendable {
        public var name: String
        public var value: String
    }
    public var method: HTTPMethod
    public var path: String
    public var query: [QueryItem]
    public var headers: HTTPHeaders
    public var bodySequence: HTTPBodySequence
}

public struct HTTPStatusCode: Sendable {
    public init(_ code: Int, phrase: String) {}
    public static let ok = HTTPStatusCode(200, phrase: "")
    public static let badRequest = HTTPStatusCode(400, phrase: "")
    public static let forbidden = HTTPStatusCode(403, phrase: "")
    public static let notFound = HTTPStatusCode(404, phrase: "")
}

public struct HTTPResponse: Sendable {
    public var statusCode: HTTPStatusCode
    public var headers: HTTPHeaders
    public var bodyData: Data { get async throws { Data([]) } }
    public init(statusCode: HTTPStatusCode, headers: HTTPHeaders = [:], body: Data = Data([])) {
        self.statusCode = statusCode
        self.headers = headers
    }
    public init(statusCode: HTTPStatusCode, headers: HTTPHeaders = [:], body: HTTPBodySequence) {
        self.statusCode = statusCode
        self.headers = headers
    }
}

public enum WSMessage: Sendable {
    case text(String)
    case data(Data)
}

public struct WSFrame: Sendable {
    public struct Opcode: Hashable, Sendable {
        public static let continuation = Opcode()
        public static let text = Opcode()
        public static let close = Opcode()
        public static let ping = Opcode()
        public static let pong = Opcode()
    }

    public struct Mask: Sendable {}

    public var fin: Bool
    public var opcode: Opcode
    public var payload: Data
    public init(fin: Bool, opcode: Opcode, mask: Mask?, payload: Data) { fatalError() }
    public static func close(code: WSCloseCode, mask: Mask? = nil) -> WSFrame { fatalError() }
}

public struct WSCloseCode: Sendable {
    public init(_ code: UInt16, reason: String) {}
}

public protocol WSHandler: Sendable {
    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame>
}

public protocol WSMessageHandler: Sendable {
    func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage>
}

public struct MessageFrameWSHandler: WSHandler {
    public init(handler: some WSMessageHandler, frameSize: Int = 16384) {}
    public func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<
        WSFrame
    > {
        fatalError()
    }
}

public struct WebSocketHTTPHandler: HTTPHandler {
    public init(handler: some WSHandler) {}
    public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse { fatalError() }
}
