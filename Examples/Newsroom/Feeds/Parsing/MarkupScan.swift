// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Checks the tags of an XML text before it is parsed, and refuses those that take more than linear time to
/// parse.
///
/// The parser compares each attribute with all others of its element, and each prefix with all that are
/// declared around it. Reading the tree afterwards needs stack for each level. Within these three limits,
/// parsing takes time linear in the length. The parser stops at the first error; up to there, this scan finds
/// the same tags.
struct MarkupScan {
    /// The number of attributes that an element may have.
    static let attributeLimit = 128
    /// The number of namespaces that the open elements may declare together.
    static let namespaceLimit = 128
    /// The number of elements that may be open at once.
    static let depthLimit = 200

    private let source: [UInt8]
    private var position = 0
    /// The number of namespaces that each open element declares.
    private var open: [Int] = []
    private var namespaceCount = 0

    private init(_ source: [UInt8]) { self.source = source }

    /// Scans a text from its beginning to its end.
    ///
    /// - Parameter source: The text in UTF-8.
    /// - Throws: A `FeedError` with the code `too-large` if a limit is exceeded.
    static func check(_ source: [UInt8]) throws(FeedError) {
        var scan = MarkupScan(source)
        try scan.run()
    }

    private mutating func run() throws(FeedError) {
        while skip(to: UInt8(ascii: "<")) {
            if starts(with: "<!--") {
                skip(past: "-->", from: position + 4)
            } else if starts(with: "<![CDATA[") {
                skip(past: "]]>", from: position + 9)
            } else if starts(with: "<?") {
                skip(past: "?>", from: position + 2)
            } else if starts(with: "</") {
                if let count = open.popLast() { namespaceCount -= count }
                position += 2
            } else {
                try readTag(isElement: !starts(with: "<!"))
            }
        }
    }

    /// Reads a tag from its `<` to its `>`; a `>` between quotes does not end it.
    private mutating func readTag(isElement: Bool) throws(FeedError) {
        position += 1
        var attributeCount = 0
        var declarationCount = 0
        var isName = false
        loop: while position < source.count {
            let byte = source[position]
            switch byte {
            case UInt8(ascii: ">"): break loop
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                attributeCount += 1
                if attributeCount > Self.attributeLimit, isElement {
                    throw .limit("has an element with more than \(Self.attributeLimit) attributes")
                }
                position += 1
                guard skip(to: byte) else { return }
                isName = false
            case 0x00...0x20, UInt8(ascii: "/"): isName = false
            default:
                if !isName, isDeclaration() { declarationCount += 1 }
                isName = true
            }
            position += 1
        }
        guard isElement, position < source.count else { return }
        if source[position - 1] != UInt8(ascii: "/") { try enter(declaring: declarationCount) }
    }

    private mutating func enter(declaring count: Int) throws(FeedError) {
        open.append(count)
        namespaceCount += count
        if open.count > Self.depthLimit { throw .limit("is nested more than \(Self.depthLimit) levels deep") }
        if namespaceCount > Self.namespaceLimit {
            throw .limit("declares more than \(Self.namespaceLimit) namespaces in one place")
        }
    }

    /// Whether a name that starts here declares a namespace: `xmlns`, or `xmlns:prefix`.
    private func isDeclaration() -> Bool {
        guard starts(with: "xmlns"), position + 5 < source.count else { return false }
        return switch source[position + 5] {
        case UInt8(ascii: ":"), UInt8(ascii: "="), 0x00...0x20: true
        default: false
        }
    }

    private func starts(with mark: StaticString) -> Bool {
        let length = mark.utf8CodeUnitCount
        guard position + length <= source.count else { return false }
        return (0..<length).allSatisfy { source[position + $0] == mark.utf8Start[$0] }
    }

    private mutating func skip(to byte: UInt8) -> Bool {
        while position < source.count, source[position] != byte { position += 1 }
        return position < source.count
    }

    private mutating func skip(past mark: StaticString, from start: Int) {
        position = start
        while skip(to: mark.utf8Start[0]), !starts(with: mark) { position += 1 }
        position = min(source.count, position + mark.utf8CodeUnitCount)
    }
}

extension FeedError {
    fileprivate static func limit(_ what: String) -> FeedError {
        FeedError(.tooLarge, "The feed \(what); such feeds are refused.")
    }
}
