// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HTTPKit

/// An HTTP response so far, and whether to continue: a value, without tasks or connections.
package struct Download: HTTPReceiver {
    /// A finished download.
    package struct Document: Equatable, Sendable {
        package var body: Data
        package var charset: String?
        /// Validators for the next request, if the server sent any.
        package var validators: FeedValidators?
    }

    /// The number of redirects to follow.
    package static let redirectLimit = 5

    private let url: URL
    private let sizeLimit: Int
    private var redirects = 0
    private let validators: FeedValidators?
    /// The document so far; `nil` if the status says that nothing has changed.
    private var document: Document? = Document(body: Data())
    private var failure: FeedError?

    /// Makes a download without data.
    ///
    /// - Parameters:
    ///   - url: The requested URL.
    ///   - sizeLimit: The size limit of the document, in bytes.
    ///   - validators: The validators of the stored document, which the server need not send again.
    package init(url: URL, sizeLimit: Int, validators: FeedValidators? = nil) {
        self.url = url
        self.sizeLimit = sizeLimit
        self.validators = validators
    }

    /// Whether to follow a redirect.
    package mutating func redirect(to target: String, _ head: HTTPHead) -> Bool {
        redirects += 1
        if redirects > Self.redirectLimit {
            fail(.init(.tooManyRedirects, "“\(url)” redirects more than \(Self.redirectLimit) times."))
        } else {
            // A server must not make us read a file.
            switch Result(catching: { () throws(FeedError) in try FeedAddress(target) }) {
            case .success(.web(let next)) where url.scheme == "https" && next.scheme != "https":
                fail(.init(.unsupportedAddress, "“\(url)” redirects to “\(target)”, which is not encrypted."))
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

    /// Whether to read the body.
    package mutating func receive(_ head: HTTPHead) -> Bool {
        if head.status == 304, validators != nil {
            document = nil
            return false
        }
        document = Document(
            body: Data(),
            charset: head["Content-Type"].flatMap(Self.charset),
            validators: FeedValidators(entityTag: head["ETag"], lastModified: head["Last-Modified"])
        )
        if !(200..<300).contains(head.status) {
            let meaning = HTTPStatus.meaning(of: head.status).map { " (\($0))" } ?? ""
            fail(.init(.status, "The server answered \(head.status)\(meaning) for “\(url)”."))
        } else if head.length > Int64(sizeLimit) {
            fail(.tooLarge(url.absoluteString, limit: sizeLimit))
        }
        return failure == nil
    }

    /// Whether to continue after this piece of the body.
    package mutating func receive(_ piece: Data) -> Bool {
        guard failure == nil else { return false }
        document?.body.append(piece)
        if let document, document.body.count > sizeLimit {
            self.document?.body = Data()
            fail(.tooLarge(url.absoluteString, limit: sizeLimit))
        }
        return failure == nil
    }

    /// The result; `nil` if the stored document is up to date.
    ///
    /// - Parameter connectionFailure: The failure of the connection, if it failed; an earlier error takes
    ///   precedence.
    /// - Returns: The document.
    /// - Throws: The reason why there is none.
    package func finish(_ connectionFailure: HTTPFailure?) throws(FeedError) -> Document? {
        if let failure { throw failure }
        guard let document else { return nil }
        if let connectionFailure {
            let host = url.host ?? url.absoluteString
            throw FeedError(.unreachable, "“\(host)” can't be reached: \(connectionFailure.reason).")
        }
        return document
    }

    private mutating func fail(_ error: FeedError) { failure = failure ?? error }

    private static func charset(in contentType: String) -> String? {
        contentType.firstMatch(of: /(?i)charset\s*=\s*"?([A-Za-z0-9._:-]+)/).map { String($0.output.1) }
    }
}

/// Descriptions of common statuses.
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
