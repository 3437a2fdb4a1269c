// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An XML element with its content.
struct Element {
    /// The content of an element, in order.
    enum Content {
        case text(String)
        case element(Element)
    }

    /// The name without its prefix.
    var name: String
    /// The namespace's address, `nil` for none.
    var namespace: String?
    var attributes: [String: String]
    var contents: [Content] = []

    /// The child elements, in order.
    var elements: some Sequence<Element> {
        contents.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// All text inside, at any depth.
    var text: String {
        var text = ""
        addText(to: &text)
        return text
    }

    private func addText(to text: inout String) {
        for content in contents {
            switch content {
            case .text(let part): text += part
            case .element(let element): element.addText(to: &text)
            }
        }
    }

    /// The first child element with this name, in the same namespace unless another is given.
    func first(_ name: String, in namespace: String? = nil) -> Element? {
        elements.first { $0.name == name && $0.namespace == namespace ?? self.namespace }
    }

    /// The content written as markup again, for elements whose text is markup.
    var markup: String {
        var markup = ""
        addMarkup(to: &markup)
        return markup
    }

    private func addMarkup(to markup: inout String) {
        for content in contents {
            switch content {
            case .text(let text):
                markup += text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            case .element(let element):
                let alternative = element.attributes["alt"].map {
                    " alt=\"\($0.replacing("\"", with: "&quot;"))\""
                }
                markup += "<\(element.name)\(alternative ?? "")>"
                element.addMarkup(to: &markup)
                markup += "</\(element.name)>"
            }
        }
    }
}

/// The namespaces that feeds use.
enum Namespace {
    static let atom = "http://www.w3.org/2005/Atom"
    static let content = "http://purl.org/rss/1.0/modules/content/"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let resources = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
}
