// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TributaryInspector
import TributaryJournal

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A source of answers: a program, or the actions in a file.
package protocol QuestionSource: Sendable {
    func ask(_ question: Question, about store: String?) async throws -> Answer
}

/// Why a source does not answer, in a sentence.
package struct SourceFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A program that answers at an address.
struct RemoteSource: QuestionSource {
    private let session: URLSession

    /// The address, or the path of a file that holds it, which is read anew for each question: a program that was started
    /// again has another one.
    private let place: String

    init(_ place: String) {
        self.place = place
        // No proxy of the environment may get a token.
        for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = [:]
        configuration.timeoutIntervalForRequest = 600
        session = URLSession(configuration: configuration)
    }

    private func address() throws -> (url: URL, host: String) {
        var text = place[...]
        if !place.hasPrefix("http://") {
            let file = try String(contentsOfFile: place, encoding: .utf8)
            text = file.split(whereSeparator: \.isWhitespace).last { $0.hasPrefix("http://") } ?? ""
        }
        guard var components = URLComponents(string: String(text)), let host = components.host,
            let port = components.port, ["127.0.0.1", "localhost"].contains(host)
        else {
            throw SourceFault("This is no address such as a program prints: http://127.0.0.1:PORT/?token=…")
        }
        components.path = "/ask"
        return (try components.url.orFault("address"), "\(host):\(port)")
    }

    func ask(_ question: Question, about store: String?) async throws -> Answer {
        let (url, host) = try address()
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(Inquiry(store: store, question: question))
        let (data, response): (Data, URLResponse)
        do { (data, response) = try await session.data(for: request) } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw SourceFault("No program answers at \(host): it has ended, or prints another address.")
        }
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw SourceFault("\(host) refuses: \(String(decoding: data.prefix(200), as: UTF8.self))")
        }
        let reply = try JSONDecoder().decode(Reply.self, from: data)
        guard let answer = reply.answer else { throw SourceFault(reply.error ?? "There is no answer.") }
        return answer
    }
}

/// The actions in a file, which is read with the first question, and again when it has changed.
actor FileSource: QuestionSource {
    private let path: String
    private var hub: (read: InspectorHub, changed: Date?)?

    init(_ path: String) { self.path = path }

    func ask(_ question: Question, about store: String?) async throws -> Answer {
        try await read(anew: store == nil).answer(question, about: store)
    }

    private func read(anew: Bool) async throws -> InspectorHub {
        let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        if let hub, !anew || hub.changed == changed { return hub.read }
        let new = InspectorHub(run: path)
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw SourceFault("\(path) cannot be read.")
        }
        let head = try file.read(upToCount: 18) ?? Data()
        try file.close()
        if head.starts(with: Data("SQLite format 3".utf8)) {
            let log = try SQLiteLog(reading: path)
            try await new.importLog(log, at: path)
            await log.close()
        } else if head.starts(with: Data("tributary session".utf8)) {
            try await new.importLog(try LogSession(contentsOf: path), at: path)
        } else {
            _ = try await new.importSession(Array(try Data(contentsOf: URL(filePath: path))), for: nil)
        }
        await new.index()
        hub = (new, changed ?? nil)
        return new
    }
}

/// The source that an argument names: an address, a file that holds one, or a file of actions.
package func source(_ name: String) -> any QuestionSource {
    guard !name.hasPrefix("http://") else { return RemoteSource(name) }
    let head = FileHandle(forReadingAtPath: name).flatMap { try? $0.read(upToCount: 4_096) } ?? Data()
    let isAddress =
        !head.contains(0) && String(decoding: head, as: UTF8.self).contains("http://127.0.0.1:")
    return isAddress ? RemoteSource(name) : FileSource(name)
}
