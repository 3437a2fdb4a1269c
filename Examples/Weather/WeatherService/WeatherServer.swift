// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// The service over HTTP, on the loopback address of this machine: a thin shell around `WeatherService`.
package final class WeatherServer: Sendable {
    /// The port on which it listens.
    package let port: UInt16

    private let server: HTTPServer
    private let running: Task<Void, any Error>

    /// Starts a server, which is reachable when the initializer returns.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - port: The port; zero selects any free port.
    ///   - log: Receives a line for every request.
    ///   - pause: Waits for the delay of a response.
    /// - Throws: A `WeatherServerError` if it cannot listen.
    package init(
        _ service: WeatherService,
        port: UInt16 = 0,
        log: (@Sendable (String) -> Void)? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws {
        let handler = Handler(service: service, log: log, pause: pause)
        let server = HTTPServer(
            config: .init(
                address: try .inet(ip4: "127.0.0.1", port: port),
                // Longer than any delay that a request can ask for.
                timeout: 120,
                logger: .disabled
            ),
            handler: handler
        )
        let starting = Task { try await server.waitUntilListening(timeout: 30) }
        let running = Task {
            // A server that cannot listen ends at once; then this need not wait.
            defer { starting.cancel() }
            try await server.run()
        }
        do {
            self.port = try await Self.port(of: server, starting, running)
        } catch {
            throw WeatherServerError(port: port, error)
        }
        self.server = server
        self.running = running
    }

    /// Stops the server and closes its connections.
    package func stop() async {
        await server.stop(timeout: 0)
        running.cancel()
    }

    /// Waits until the server ends, which it does by itself only after an error.
    package func wait() async throws { try await running.value }

    private static func port(
        of server: HTTPServer,
        _ starting: Task<Void, any Error>,
        _ running: Task<Void, any Error>
    ) async throws -> UInt16 {
        do {
            try await starting.value
            if case .ip4(_, let port)? = await server.listeningAddress { return port }
        } catch {
            running.cancel()
            try await running.value
            throw error
        }
        throw CancellationError()
    }
}

/// Passes requests from the server to the service.
private struct Handler: HTTPHandler {
    var service: WeatherService
    var log: (@Sendable (String) -> Void)?
    var pause: @Sendable (Duration) async throws -> Void

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let question = ServiceRequest(
            request.path,
            request.query.map { .init($0.name, $0.value) },
            method: request.method.rawValue
        )
        let answer = service.answer(question)
        if answer.delay > .zero { try await pause(answer.delay) }
        log?("\(request.method.rawValue) \(request.path) \(answer.status)")
        var headers: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
        for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.status, phrase: answer.status == 200 ? "OK" : "Refused"),
            headers: headers,
            body: answer.body
        )
    }
}
