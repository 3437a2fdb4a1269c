// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What an HTTP answer has come to so far, and whether it may go on: a value, without tasks or connections.
package struct Download {
    /// A finished download.
    package struct Document: Equatable, Sendable {
        package var body: Data
        package var charset: String?
    }

    /// How often a server may send us on.
    package static let redirectLimit = 5

    private let url: URL
    private let sizeLimit: Int
    private var redirects = 0
    private var document = Document(body: Data(), charset: nil)
    private var failure: FeedError?

    package init(url: URL, sizeLimit: Int) {
        self.url = url
        self.sizeLimit = sizeLimit
    }

    /// Whether to follow a redirect.
    package mutating func redirect(to target: String) -> Bool {
        redirects += 1
        if redirects > Self.redirectLimit {
            fail(.init(.tooManyRedirects, "“\(url)” redirects more than \(Self.redirectLimit) times."))
        } else {
            // A server must not make us read a file.
            switch Result(catching: { () throws(FeedError) in try FeedAddress(target) }) {
            case .success(.web): break
            case .success(.file):
                fail(
                    .init(.unsupportedAddress, "“\(url)” redirects to “\(target)”, which is not on the web.")
                )
            case .failure(let error): fail(error)
            }
        }
        return failure == nil
    }

    /// Whether to go on to the body, now that the head is known; `length` is negative if it is unknown.
    package mutating func receive(status: Int, length: Int64, contentType: String?) -> Bool {
        document = Document(body: Data(), charset: contentType.flatMap(Self.charset))
        if !(200..<300).contains(status) {
            let meaning = HTTPStatus.meaning(of: status).map { " (\($0))" } ?? ""
            fail(.init(.status, "The server answered \(status)\(meaning) for “\(url)”."))
        } else if length > Int64(sizeLimit) {
            fail(.tooLarge(url.absoluteString, limit: sizeLimit))
        }
        return failure == nil
    }

    /// Whether more may come after this piece of the body.
    package mutating func receive(_ piece: Data) -> Bool {
        guard failure == nil else { return false }
        document.body.append(piece)
        if document.body.count > sizeLimit {
            document.body = Data()
            fail(.tooLarge(url.absoluteString, limit: sizeLimit))
        }
        return failure == nil
    }

    /// What came of it; an earlier failure is the cause of what the connection reports after it.
    package func finish(_ connectionFailure: FeedError?) -> Result<Document, any Error> {
        if let error = failure ?? connectionFailure { return .failure(error) }
        return .success(document)
    }

    private mutating func fail(_ error: FeedError) { failure = failure ?? error }

    private static func charset(in contentType: String) -> String? {
        contentType.firstMatch(of: /(?i)charset\s*=\s*"?([A-Za-z0-9._:-]+)/).map { String($0.output.1) }
    }
}

/// The statuses that people meet, in words.
private enum HTTPStatus {
    static func meaning(of status: Int) -> String? {
        switch status {
        case 304: "not modified"
        case 400: "bad request"
        case 401: "sign-in needed"
        case 403: "forbidden"
        case 404: "not found"
        case 410: "gone"
        case 429: "too many requests"
        case 500: "the server failed"
        case 502: "bad gateway"
        case 503: "not available now"
        case 504: "gateway timed out"
        default: nil
        }
    }
}
