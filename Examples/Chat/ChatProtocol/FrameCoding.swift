// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Encodes frames as JSON, and decodes JSON that follows the protocol exactly.
package enum FrameCoding {
    /// The most bytes that a client may send in a message.
    package static let clientLimit = 16 * 1024

    /// The most bytes that the server sends in a message.
    package static let serverLimit = 512 * 1024

    /// The number of messages in a page.
    package static let pageLength = 50

    /// The text of a frame; the same frame gives the same text.
    package static func text(of frame: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Frames contain only strings, integers, arrays, and objects, which JSON can always express.
        guard let data = try? encoder.encode(frame) else { preconditionFailure("A frame has no JSON.") }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads a frame.
    ///
    /// - Parameters:
    ///   - type: The kind of frame.
    ///   - text: The JSON.
    /// - Returns: The frame.
    /// - Throws: A `FrameProblem` if the text is not a frame of the protocol.
    package static func frame<Frame: Decodable>(
        _ type: Frame.Type,
        from text: String
    ) throws(FrameProblem) -> Frame {
        do {
            return try JSONDecoder().decode(Frame.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw FrameProblem(error)
        } catch {
            throw FrameProblem(reason: "That is not JSON.")
        }
    }
}

/// The reason why a text is not a frame, in one sentence that repeats nothing of the text.
package struct FrameProblem: Error, Equatable {
    package let reason: String
}

extension FrameProblem {
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, _): reason = "A field is missing: \(key.stringValue)."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            reason =
                context.codingPath.last.map { "The field \($0.stringValue) has a value of the wrong kind." }
                ?? "A frame is a JSON object."
        case .dataCorrupted(let context):
            reason = context.underlyingError == nil ? context.debugDescription : "That is not JSON."
        @unknown default: reason = "That is no frame."
        }
    }
}
