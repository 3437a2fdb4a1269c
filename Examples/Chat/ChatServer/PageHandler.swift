// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Answers requests that do not become a WebSocket: with a file of the page, or with instructions.
final class PageHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let access: PageAccess

    init(_ access: PageAccess) { self.access = access }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The body of the request is ignored.
        guard case .head(let head) = Self.unwrapInboundIn(data) else { return }
        let answer = PageAnswer(to: head, access)
        let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
        context.write(Self.wrapOutboundOut(.head(response)), promise: nil)
        if head.method != .HEAD {
            context.write(
                Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.text)))),
                promise: nil
            )
        }
        let channel = context.channel
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil)
        }
    }
}

/// The answer to a request for the page.
struct PageAnswer {
    let status: HTTPResponseStatus
    let text: String
    let headers: HTTPHeaders

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - access: The allowed names.
    init(to request: HTTPRequestHead, _ access: PageAccess) {
        let name = request.uri == "/" ? "index.html" : String(request.uri.dropFirst())
        if request.uri == ChatServer.path {
            self.init(.upgradeRequired, "This is for WebSocket.", more: [("Upgrade", "websocket")])
        } else if request.method != .GET && request.method != .HEAD {
            self.init(.methodNotAllowed, "The page is only read.", more: [("Allow", "GET, HEAD")])
        } else if !access.shows(request.headers) {
            self.init(.misdirectedRequest, "This address is not the chat's; see “--origins”.")
        } else if let text = EmbeddedPage.files[name] {
            // Allows only files of this server, and no inline styles.
            let policy =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
            self.init(.ok, text, type: Self.type(of: name), more: [("Content-Security-Policy", policy)])
        } else {
            self.init(.notFound, "There is nothing here.")
        }
    }

    private init(
        _ status: HTTPResponseStatus,
        _ text: String,
        type: String = "text/plain",
        more: [(String, String)] = []
    ) {
        self.status = status
        self.text = text
        headers = HTTPHeaders(
            [
                ("Content-Type", type + "; charset=utf-8"), ("Content-Length", "\(text.utf8.count)"),
                ("Connection", "close"), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
                ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
            ] + more
        )
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html"
        case "js": "text/javascript"
        case "css": "text/css"
        default: "image/svg+xml"
        }
    }
}
