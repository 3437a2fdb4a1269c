// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a feed could not be read: a code for programs, a message for people.
public struct FeedError: Error, Equatable, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// There is no file at the path.
        public static let fileNotFound = Code("file-not-found")
        /// The path names a folder.
        public static let folder = Code("folder")
        /// The file is there but may not be read, or reading it failed.
        public static let unreadable = Code("unreadable")
        /// There is not a single byte to read.
        public static let empty = Code("empty")
        /// The text is not well-formed XML.
        public static let notXML = Code("not-xml")
        /// The text is XML, but neither RSS nor Atom.
        public static let notAFeed = Code("not-a-feed")
        /// The feed is in order and has no entry.
        public static let noEntries = Code("no-entries")
        /// The feed has more bytes, elements, attributes or levels than the reader accepts.
        public static let tooLarge = Code("too-large")
        /// The bytes are not in the encoding that the feed declares, or that encoding is unknown here.
        public static let wrongEncoding = Code("wrong-encoding")
        /// The document type declares things, as attacks by expansion do and feeds do not.
        public static let declarations = Code("declarations")
        /// The address starts with something else than `http`, `https` or `file`, or is no address.
        public static let unsupportedAddress = Code("unsupported-address")
        /// The server answered with a status that is not a success.
        public static let status = Code("status")
        /// The time allowed has passed.
        public static let timedOut = Code("timed-out")
        /// No connection to the server came about, or it broke.
        public static let unreachable = Code("unreachable")
        /// The server sent us on too often.
        public static let tooManyRedirects = Code("too-many-redirects")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence that says what is wrong and, where it helps, what to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension FeedError: CustomStringConvertible {
    /// The message, since that is what a person should see.
    public var description: String { message }
}

extension FeedError.Code: CustomStringConvertible {
    /// The stable name of the code.
    public var description: String { name }
}
