// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPKit
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its answer: a thin shell that asks `HTTPAnswer` what to do.
///
/// Cancelling the task that waits ends the request at once and closes the connection.
final class HTTPExchange: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var answer: HTTPAnswer
        var waiter: CheckedContinuation<(HTTPAnswer, WeatherError?), any Error>?
        var session: URLSession?
        var isOver = false
    }

    private let url: URL
    private let state: Mutex<State>

    init(url: URL, sizeLimit: Int) {
        self.url = url
        state = Mutex(State(answer: HTTPAnswer(sizeLimit: sizeLimit)))
    }

    /// Asks, and waits for the answer; an exchange is run once.
    func run() async throws -> (HTTPAnswer, WeatherError?) {
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
        configuration.httpAdditionalHeaders = ["Accept": "application/json", "User-Agent": "Weather"]
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

    /// Answers the waiting caller and closes the connection, the first time; later calls do nothing.
    private func end(_ outcome: (HTTPAnswer) -> Result<(HTTPAnswer, WeatherError?), any Error>) {
        let (waiter, session, answer) = state.withLock { state in
            state.isOver = true
            defer { (state.waiter, state.session) = (nil, nil) }
            return (state.waiter, state.session, state.answer)
        }
        waiter?.resume(with: outcome(answer))
        // Invalidating waits for callbacks, and this may be one.
        DispatchQueue.global().async { session?.invalidateAndCancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The service never redirects, so a redirect does not come from the service.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let length = response.expectedContentLength
        let goesOn = state.withLock { $0.answer.receive(status: status, length: length) }
        completionHandler(goesOn ? .allow : .cancel)
        if !goesOn { end { .success(($0, nil)) } }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !state.withLock({ $0.answer.receive(data) }) { end { .success(($0, nil)) } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let failure = error.map { WeatherError(connectionFailure: $0) }
        end { .success(($0, failure)) }
    }
}

extension WeatherError {
    fileprivate init(connectionFailure error: any Error) {
        let reason =
            switch (error as? URLError)?.code {
            case .cannotFindHost, .dnsLookupFailed: "there is no such host"
            case .cannotConnectToHost: "nobody accepts connections there"
            case .networkConnectionLost: "the connection broke"
            case .notConnectedToInternet: "there is no network"
            default: (error as NSError).localizedDescription
            }
        self.init(.unreachable, "The service can't be reached: \(reason).")
    }
}
