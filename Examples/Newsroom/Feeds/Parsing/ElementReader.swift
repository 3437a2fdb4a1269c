// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Builds a tree of elements from well-formed XML, and reports the line of the first error.
final class ElementReader: NSObject {
    /// The limit of elements, more than a thousand entries of five hundred elements; larger documents are
    /// meant to exhaust memory.
    private static let elementLimit = 500_000

    private var open: [Element] = []
    /// The text since the last tag; the parser delivers a text in many pieces, for example each reference.
    private var text = ""
    private var root: Element?
    private var count = 0
    private var failure: FeedError?

    /// Reads the root element of `text`.
    static func read(_ text: String) throws(FeedError) -> Element {
        var bytes = Array(text.utf8)
        let prolog = Prolog(bytes)
        if prolog.documentType?.lowercased() == "html" {
            throw FeedError(
                .notAFeed,
                "This is a web page and not a feed; look on it for a link to its feed."
            )
        }
        if prolog.hasDeclarations {
            throw FeedError(
                .declarations,
                "The feed's document type declares entities; such feeds are refused."
            )
        }
        try MarkupScan.check(bytes)
        // The text is already decoded, and its declared encoding would mislead the parser. Line numbers stay
        // the same.
        for index in prolog.declaration ?? 0..<0 where bytes[index] != UInt8(ascii: "\n") {
            bytes[index] = UInt8(ascii: " ")
        }
        return try ElementReader().parse(Data(bytes))
    }

    private func parse(_ data: Data) throws(FeedError) -> Element {
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        // The result is unreliable: it can be `true` although an error was reported.
        _ = parser.parse()
        if let failure { throw failure }
        guard let root else { throw FeedError(.notXML, "This is not XML: there is no element in it.") }
        return root
    }
}

extension ElementReader: XMLParserDelegate {
    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI namespace: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        count += 1
        if count > Self.elementLimit {
            failure = failure ?? FeedError(.tooLarge, "The feed has more than \(Self.elementLimit) elements.")
            parser.abortParsing()
        }
        endText()
        let namespace = namespace.flatMap { $0.isEmpty ? nil : $0 }
        open.append(Element(name: name, namespace: namespace, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { self.text += text }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        text += String(decoding: block, as: UTF8.self)
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        endText()
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].contents.append(.element(element))
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard failure == nil else { return }
        let reason = Self.reasons[(error as NSError).code] ?? "it is not well formed"
        failure = FeedError(.notXML, "This is not XML: \(reason), in line \(max(1, parser.lineNumber)).")
        parser.abortParsing()
    }

    /// Appends the text before a tag to the innermost element.
    private func endText() {
        guard !text.isEmpty, !open.isEmpty else { return }
        open[open.count - 1].contents.append(.text(text))
        text = ""
    }

    /// Common mistakes, by the parser's error codes.
    private static let reasons: [Int: String] = [
        4: "it does not start with an element",
        5: "it goes on after its end or ends too early",
        9: "a character is not allowed",
        26: "an entity is not declared",
        38: "“<” stands in an attribute",
        39: "an attribute's value has no quotes",
        41: "an attribute has no value",
        42: "an attribute is given twice",
        65: "a space is missing",
        68: "a name is missing",
        73: "“>” is missing",
        76: "an element is closed that is not open",
        77: "an element is not closed",
        201: "a prefix is not declared",
    ]
}
