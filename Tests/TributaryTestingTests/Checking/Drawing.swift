// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The parser has a module of its own on some platforms.
#if canImport(FoundationXML)
import Foundation
import FoundationXML

/// The boxes, arrows, and texts of a picture as SVG, as a parser of XML reads them.
final class Drawing: NSObject, XMLParserDelegate {
    private(set) var page = CGRect.zero
    private(set) var boxes: [CGRect] = []
    private(set) var arrowCount = 0
    private(set) var texts: Set<String> = []
    private(set) var error: (any Error)?
    private var text = ""

    init(_ svg: String) {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        if !parser.parse() { error = parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        func number(_ attribute: String) -> Double? { attributes[attribute].flatMap { Double($0) } }
        if name == "path", attributes["marker-end"] != nil { arrowCount += 1 }
        guard let width = number("width"), let height = number("height") else { return }
        if name == "svg" { page = CGRect(x: 0, y: 0, width: width, height: height) }
        guard name == "rect", let x = number("x"), let y = number("y") else { return }
        boxes.append(CGRect(x: x, y: y, width: width, height: height))
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        if name == "text" { texts.insert(text) }
    }
}
#endif
