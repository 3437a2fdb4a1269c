// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import FlyingFox
import Foundation
import Synchronization

/// One WebSocket: it receives a page's questions, and sends answers and events.
///
/// A question is read after all earlier messages were handed to the system. So a page that asks and does not read fills only its
/// own buffers; here, at most one answer and one event wait for it.
struct PageSocket: WSHandler {
    let hub: InspectorHub
    let pace: Duration

    /// How many bytes a question may have.
    static let longestQuestion = 1 << 20

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame>
    {
        let outbox = Outbox()
        let page = PageConnection(hub, pace: pace) { outbox.put(.text($0)) }
        hub.connect(page)
        let end = End { [hub] in
            page.end()
            hub.disconnect(page)
            outbox.finish()
        }
        let task = Task {
            if let farewell = await Self.read(client, page, outbox) { outbox.put(farewell) }
            end.now()
        }
        // Released with the stream when the server writes no more, even if reading still waits.
        let writing = End {
            task.cancel()
            end.now()
        }
        return AsyncStream(unfolding: { await outbox.next(for: writing) }, onCancel: { writing.now() })
    }

    /// Answers questions until there are no more.
    ///
    /// - Returns: The frame that closes the socket, if the page can still get it.
    private static func read(
        _ client: AsyncThrowingStream<WSFrame, any Error>,
        _ page: PageConnection,
        _ outbox: Outbox
    ) async -> WSFrame? {
        var question: Data?
        var frames = client.makeAsyncIterator()
        while true {
            await outbox.isEmptied()
            guard !Task.isCancelled, let frame = try? await frames.next() else { return nil }
            switch (frame.opcode, question) {
            case (.text, nil): question = frame.payload
            case (.continuation, var begun?):
                // Appended to where it is.
                question = nil
                begun.append(frame.payload)
                question = begun
            case (.ping, _):
                var answer = frame
                answer.opcode = .pong
                outbox.put(answer)
                continue
            case (.pong, _): continue
            case (.close, _): return frame
            default: return .close(code: WSCloseCode(1002, reason: "A question is text."))
            }
            guard let asked = question else { continue }
            guard asked.count <= longestQuestion else {
                return .close(code: WSCloseCode(1009, reason: "A question has at most 1 MB."))
            }
            guard frame.fin else { continue }
            question = nil
            await page.receive(String(decoding: asked, as: UTF8.self))
        }
    }
}

/// The pending messages of a socket.
private final class Outbox: Sendable {
    private struct State {
        var frames: [WSFrame] = []
        var isFinished = false

        /// The server, which has written everything and waits.
        var writer: CheckedContinuation<WSFrame?, Never>?

        /// Who waits until everything is written.
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func put(_ frame: WSFrame) {
        let writer = state.withLock { state -> CheckedContinuation<WSFrame?, Never>? in
            guard !state.isFinished else { return nil }
            if let writer = state.writer.take() { return writer }
            state.frames.append(frame)
            return nil
        }
        writer?.resume(returning: frame)
    }

    /// The next frame; requested when the one before it is written.
    func next(for end: End) async -> WSFrame? {
        await withCheckedContinuation { continuation in
            let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.frames.isEmpty, !state.isFinished else {
                    continuation.resume(returning: state.frames.isEmpty ? nil : state.frames.removeFirst())
                    return nil
                }
                state.writer = continuation
                return state.reader.take()
            }
            reader?.resume()
        }
    }

    /// Waits until everything is written, or nothing is any more.
    func isEmptied() async {
        await withCheckedContinuation { continuation in
            let isEmptied = state.withLock { state in
                guard state.writer == nil, !state.isFinished else { return true }
                state.reader = continuation
                return false
            }
            if isEmptied { continuation.resume() }
        }
    }

    /// Takes no more messages; pending ones are still written.
    func finish() {
        let (writer, reader) = state.withLock { state in
            state.isFinished = true
            return (state.writer.take(), state.reader.take())
        }
        writer?.resume(returning: nil)
        reader?.resume()
    }
}

/// Calls a closure once: on request, or when it is released.
private final class End: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    deinit { now() }

    func now() { body.withLock { $0.take() }?() }
}

extension WSFrame {
    fileprivate static func text(_ text: String) -> WSFrame {
        WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
    }
}
#endif
