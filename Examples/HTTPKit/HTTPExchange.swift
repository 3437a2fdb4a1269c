// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its response, for all example programs: a thin shell around a receiver that makes the
/// decisions.
///
/// It stores nothing for later requests: no cookies, no cache, no connection. It uses the proxies of the
/// environment, and the system's TLS and compression. Cancelling the task ends the request at once and closes
/// the connection.
package struct HTTPExchange<Receiver: HTTPReceiver>: Sendable {
    private let connection: Connection

    /// Makes an exchange without sending the request.
    ///
    /// - Parameters:
    ///   - url: The requested URL.
    ///   - fields: The fields of the request.
    ///   - receiver: Receives the response, and decides how much of it to read.
    package init(_ url: URL, fields: [String: String], receiver: Receiver) {
        connection = Connection(url: url, fields: fields, receiver: receiver)
    }

    /// Sends the request, and waits until the response is complete or the receiver stops.
    ///
    /// Run an exchange only once.
    ///
    /// - Returns: The receiver with the response so far, and the failure if the connection failed.
    /// - Throws: Only `CancellationError`.
    package func run() async throws -> (Receiver, HTTPFailure?) {
        let (receiver, failure) = try await connection.run()
        guard let receiver = receiver as? Receiver else {
            preconditionFailure("A connection gives back the receiver that it was given.")
        }
        return (receiver, failure)
    }
}

/// The session's callbacks, and the caller that waits for the result.
private final class Connection: NSObject, URLSessionDataDelegate, Sendable {
    typealias Outcome = (any HTTPReceiver, HTTPFailure?)

    private struct State {
        var receiver: any HTTPReceiver
        var waiter: CheckedContinuation<Outcome, any Error>?
        var session: URLSession?
        var isOver = false
    }

    private let url: URL
    private let fields: [String: String]
    private let state: Mutex<State>

    init(url: URL, fields: [String: String], receiver: any HTTPReceiver) {
        self.url = url
        self.fields = fields
        state = Mutex(State(receiver: receiver))
    }

    func run() async throws -> Outcome {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiter = waiter }
                    return state.isOver
                }
                if isOver { waiter.resume(throwing: CancellationError()) } else { start() }
            }
        } onCancel: {
            end { _ in .failure(CancellationError()) }
        }
    }

    private func start() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = fields
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        let session = URLSession(
            configuration: configuration,
            delegate: self,
            delegateQueue: CallbackQueue.make()
        )
        let isOver = state.withLock { state in
            state.session = session
            return state.isOver
        }
        if isOver { session.invalidateAndCancel() } else { session.dataTask(with: url).resume() }
    }

    /// Resumes the waiting caller and closes the connection; later calls do nothing.
    private func end(_ outcome: (any HTTPReceiver) -> Result<Outcome, any Error>) {
        let (waiter, session, result) = state.withLock { state in
            state.isOver = true
            defer { (state.waiter, state.session) = (nil, nil) }
            return (state.waiter, state.session, outcome(state.receiver))
        }
        waiter?.resume(with: result)
        // Cancelling waits for callbacks, and this may be one.
        DispatchQueue.global().async { session?.invalidateAndCancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let target = request.url?.absoluteString ?? ""
        let head = HTTPHead(response)
        let goesOn = state.withLock { $0.receiver.redirect(to: target, head) }
        completionHandler(goesOn ? request : nil)
        if !goesOn { end { .success(($0, nil)) } }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let head = HTTPHead(response)
        let goesOn = state.withLock { $0.receiver.receive(head) }
        completionHandler(goesOn ? .allow : .cancel)
        if !goesOn { end { .success(($0, nil)) } }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !state.withLock({ $0.receiver.receive(data) }) { end { .success(($0, nil)) } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let failure = error.map(HTTPFailure.init)
        end { .success(($0, failure)) }
    }
}

extension HTTPHead {
    fileprivate init(_ response: URLResponse) {
        let answer = response as? HTTPURLResponse
        var fields: [String: String] = [:]
        for case (let name as String, let value as String) in answer?.allHeaderFields ?? [:] {
            fields[name] = value
        }
        self.init(status: answer?.statusCode ?? 0, length: response.expectedContentLength, fields: fields)
    }
}

extension HTTPFailure {
    fileprivate init(_ error: any Error) {
        let reason =
            switch (error as? URLError)?.code {
            case .cannotFindHost, .dnsLookupFailed: "there is no such host"
            case .cannotConnectToHost: "nobody accepts connections there"
            case .networkConnectionLost: "the connection broke"
            case .notConnectedToInternet: "there is no network"
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot:
                "its certificate is not valid"
            default: (error as NSError).localizedDescription
            }
        self.init(reason: reason)
    }
}
