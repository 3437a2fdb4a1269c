// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryTestSupport

@testable import TributaryCore

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
        storage.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }
}

extension IdentifiedArray {
    /// Describes an inconsistency between the elements, their identifiers and positions; `nil` if there is none.
    var brokenInvariant: String? {
        guard identifiers.count == storage.count else {
            return "\(storage.count) elements have \(identifiers.count) identifiers"
        }
        guard positions.count == storage.count else {
            return "\(storage.count) elements have \(positions.count) positions"
        }
        for (position, id) in identifiers.enumerated() where positions[id] != position {
            let registered = positions[id].map(String.init) ?? "none"
            return "\(id) is at \(position), but is registered at \(registered)"
        }
        return nil
    }
}

/// The diagnostics that a closure reports to the current reporter.
func diagnostics(of body: () throws -> Void) rethrows -> [Diagnostic] {
    let recorder = DiagnosticRecorder()
    try DiagnosticReporter.$current.withValue(recorder.reporter, operation: body)
    return recorder.diagnostics
}
