// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// An element with a buffer of its own, whose identifier can be changed.
struct Track: Identifiable, Hashable, Codable, Sendable {
    var id: Int
    var title = ""
    var samples: [Int] = []

    /// The address of the samples: another one after a change means that they were copied.
    var address: UnsafeRawPointer? { samples.withUnsafeBytes { $0.baseAddress } }
}

typealias Tracks = IdentifiedArray<Int, Track>

extension IdentifiedArray where ID == Int, Element == Track {
    /// Tracks with these identifiers, their titles telling them apart.
    init(_ ids: Int...) { self.init(uniqueElements: ids.map { Track(id: $0, title: "track \($0)") }) }

    /// The address of the elements.
    var address: UnsafeRawPointer? {
        withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
    }
}

/// The diagnostics that a closure reports to the current reporter.
func diagnostics(of body: () throws -> Void) rethrows -> [Diagnostic] {
    let recorder = DiagnosticRecorder()
    try DiagnosticReporter.$current.withValue(recorder.reporter, operation: body)
    return recorder.diagnostics
}
