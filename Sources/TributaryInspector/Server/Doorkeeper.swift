// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import FlyingFox
import Foundation

/// Accepts requests from programs of this machine that have the token, and none from pages of other sites.
struct Doorkeeper: Sendable {
    let port: UInt16
    let token: String

    private var hosts: Set<String> { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    /// Why a request is not answered; `nil` if it is.
    ///
    /// A name that leads here and is another's is one of a site that had it resolved anew (DNS rebinding).
    func refuse(_ request: HTTPRequest, needsToken: Bool) -> HTTPResponse? {
        guard let host = request.headers[.host], hosts.contains(host) else {
            return Self.response(
                .init(421, phrase: "Misdirected Request"),
                "This address is not the inspector's."
            )
        }
        if let origin = request.headers[.init("Origin")], !hosts.contains(where: { "http://\($0)" == origin })
        {
            return Self.response(.forbidden, "Another page asks.")
        }
        guard needsToken else { return nil }
        let given = request.query.filter { $0.name == "token" }
        guard given.count == 1, Self.areEqual(given[0].value, token) else {
            return Self.response(
                .forbidden,
                "The token is missing or wrong; it is in the address that was printed."
            )
        }
        return nil
    }

    /// Compares without telling by the time it takes how much was right.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func response(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        response(status, Array(text.utf8), type: "text/plain; charset=utf-8")
    }

    static func response(
        _ status: HTTPStatusCode,
        _ body: [UInt8],
        type: String,
        headers: [String: String] = [:]
    ) -> HTTPResponse {
        var all: HTTPHeaders = [.contentType: type]
        all[.init("Cache-Control")] = "no-store"
        all[.init("Referrer-Policy")] = "no-referrer"
        all[.init("X-Content-Type-Options")] = "nosniff"
        all[.init("Cross-Origin-Resource-Policy")] = "same-origin"
        for (name, value) in headers { all[.init(name)] = value }
        return HTTPResponse(statusCode: status, headers: all, body: .init(body))
    }

    /// The content security policy of the page: it runs its own modules, and connects to this server.
    var policy: String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
        connect-src 'self' ws://127.0.0.1:\(port) ws://localhost:\(port); base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """
    }
}
#endif
