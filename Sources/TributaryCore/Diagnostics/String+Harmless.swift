// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text without what a terminal or a log would obey: control characters, and those that turn text around.
    package var harmless: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        return unicodeScalars.map { scalar in
            scalar.isObeyed ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
        .joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
