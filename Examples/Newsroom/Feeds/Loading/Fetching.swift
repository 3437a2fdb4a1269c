// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPKit
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches one document over HTTP: a thin shell that asks `Download` what to do.
struct Fetching: Sendable {
    var url: URL
    var timeout: Duration
    var sizeLimit: Int
    var clock: any Clock<Duration>

    /// The document, or the error that ended the attempt; the connection is closed in both cases.
    func document() async throws -> Download.Document {
        let connection = Connection(url: url, sizeLimit: sizeLimit)
        return try await withThrowingTaskGroup { group in
            group.addTask { try await connection.run() }
            // URLSession counts time between two packets, so a server that drips bytes would never time out.
            group.addTask {
                try await clock.sleep(for: timeout)
                throw FeedError.timedOut(after: timeout, reading: url.absoluteString)
            }
            defer { group.cancelAll() }
            guard let document = try await group.next() else { throw CancellationError() }
            return document
        }
    }
}

/// One attempt: the session's callbacks, and the one who waits for the result.
private final class Connection: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var download: Download
        var waiter: CheckedContinuation<Download.Document, any Error>?
        var session: URLSession?
        var isOver = false
    }

    private let url: URL
    private let state: Mutex<State>

    init(url: URL, sizeLimit: Int) {
        self.url = url
        state = Mutex(State(download: Download(url: url, sizeLimit: sizeLimit)))
    }

    /// Runs the attempt; cancelling the task ends it at once, whatever the server does.
    func run() async throws -> Download.Document {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isCancelled = state.withLock { state in
                    state.waiter = state.isOver ? nil : waiter
                    return state.isOver
                }
                if isCancelled { waiter.resume(throwing: CancellationError()) } else { start() }
            }
        } onCancel: {
            end { _ in .failure(CancellationError()) }
        }
    }

    private func start() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = [
            "Accept":
                "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1",
            "User-Agent": "Newsroom",
        ]
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

    /// Answers the waiter and closes the connection, the first time; nothing happens later.
    private func end(_ outcome: (Download) -> Result<Download.Document, any Error>) {
        let (waiter, session, result) = state.withLock { state in
            state.isOver = true
            defer { (state.waiter, state.session) = (nil, nil) }
            return (state.waiter, state.session, outcome(state.download))
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
        let goesOn = state.withLock { $0.download.redirect(to: target) }
        completionHandler(goesOn ? request : nil)
        if !goesOn { end { $0.finish(nil) } }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let answer = response as? HTTPURLResponse
        let goesOn = state.withLock { state in
            state.download.receive(
                status: answer?.statusCode ?? 0,
                length: response.expectedContentLength,
                contentType: answer?.value(forHTTPHeaderField: "Content-Type")
            )
        }
        completionHandler(goesOn ? .allow : .cancel)
        if !goesOn { end { $0.finish(nil) } }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !state.withLock({ $0.download.receive(data) }) { end { $0.finish(nil) } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end { $0.finish(error.map(failure)) }
    }

    private func failure(_ error: any Error) -> FeedError {
        let host = url.host ?? url.absoluteString
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
        return FeedError(.unreachable, "“\(host)” can't be reached: \(reason).")
    }
}
