// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a test has heard, in order.
@MainActor
final class Heard<Element> {
    private(set) var all: [Element] = []

    func append(_ element: Element) { all.append(element) }
}
