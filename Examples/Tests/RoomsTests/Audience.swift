// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Synchronization

@testable import Rooms

/// Receives the outputs of a room for its visitors.
final class Audience: Sendable {
    private let outputs = Mutex<[Room.Output]>([])

    func hear(_ output: Room.Output) { outputs.withLock { $0.append(output) } }

    /// The outputs since the last call, in order.
    func heard() -> [Room.Output] {
        outputs.withLock { outputs in
            defer { outputs = [] }
            return outputs
        }
    }
}
