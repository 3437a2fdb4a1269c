// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import Foundation

/// The files of the page: embedded in the program, or in a folder while one works on them.
struct PageFiles: Sendable {
    let directory: String?

    /// The type of a file of the page; `nil` for other files.
    static func type(of name: String) -> String? {
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }),
            !name.hasPrefix(".")
        else { return nil }
        return switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }

    func bytes(of name: String) -> [UInt8]? {
        guard let directory else { return EmbeddedPage.files[name].map { Array($0.utf8) } }
        return (try? Data(contentsOf: URL(filePath: directory).appendingPathComponent(name))).map(
            Array.init
        )
    }
}
#endif
