// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a feed could not be read: a code for programs, a message for people.
public struct FeedError: Error, Equatable, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// No file exists at the path.
        public static let fileNotFound = Code("file-not-found")
        /// The path names a folder.
        public static let folder = Code("folder")
        /// The file exists, but reading it is not permitted or failed.
        public static let unreadable = Code("unreadable")
        /// The file or response is empty.
        public static let empty = Code("empty")
        /// The text is not well-formed XML.
        public static let notXML = Code("not-xml")
        /// The text is XML, but neither RSS nor Atom.
        public static let notAFeed = Code("not-a-feed")
        /// The feed is valid but has no entry.
        public static let noEntries = Code("no-entries")
        /// The feed has more bytes, elements, attributes, or levels than the reader accepts.
        public static let tooLarge = Code("too-large")
        /// The bytes are not in the encoding that the feed declares, or the encoding is not supported.
        public static let wrongEncoding = Code("wrong-encoding")
        /// The document type contains declarations, which feeds do not need and attacks by expansion use.
        public static let declarations = Code("declarations")
        /// The address is invalid, or begins with something other than `http`, `https`, or `file`.
        public static let unsupportedAddress = Code("unsupported-address")
        /// The server responded with an unsuccessful status.
        public static let status = Code("status")
        /// The time limit has passed.
        public static let timedOut = Code("timed-out")
        /// The connection to the server failed or was lost.
        public static let unreachable = Code("unreachable")
        /// The server redirected too often.
        public static let tooManyRedirects = Code("too-many-redirects")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence that describes the problem and, if possible, a solution.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension FeedError: CustomStringConvertible {
    /// The message, for people.
    public var description: String { message }
}

extension FeedError.Code: CustomStringConvertible {
    /// The stable name of the code.
    public var description: String { name }
}
