// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The events that the test has not accounted for yet: one line each, in order, from any thread.
final class Transcript: Sendable {
    private let lines = Mutex<[String]>([])
    private let subject: String
    private let site: CallSite

    /// - Parameters:
    ///   - subject: The name of the lines in failures, in the plural.
    ///   - site: The line that made it; lines that are left at the end are failures there.
    init(of subject: String, site: CallSite) {
        self.subject = subject
        self.site = site
    }

    deinit {
        let lines = self.lines.withLock { $0 }
        guard !lines.isEmpty else { return }
        site.fail(
            "\(subject.capitalizingFirst) were not accounted for by the end of the test:"
                + lines.map { "\n  - " + $0.hanging(by: 4) }.joined()
        )
    }

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    /// Checks that exactly these lines came since the last call, in this order.
    func expect(_ expected: [String], at site: CallSite) {
        let actual = lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
        guard expected != actual else { return }
        site.fail(
            """
            Other \(subject) came than expected.

            \(lineDifference(expected, actual).indented(by: 4))

            (Expected: −, Actual: +)
            """
        )
    }
}

/// The difference of two lists of lines, as text.
private func lineDifference(_ expected: [String], _ actual: [String]) -> String {
    let difference = actual.difference(from: expected)
    var missing: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
        switch change {
        case .remove(let offset, _, _): missing.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
    }
    var text: [String] = []
    var position = 0
    for (index, line) in expected.enumerated() {
        if missing.contains(index) {
            text.append("− " + line.hanging(by: 2))
            continue
        }
        while added.contains(position) {
            text.append("+ " + actual[position].hanging(by: 2))
            position += 1
        }
        text.append("  " + line.hanging(by: 2))
        position += 1
    }
    text += actual[position...].map { "+ " + $0.hanging(by: 2) }
    return text.joined(separator: "\n")
}
