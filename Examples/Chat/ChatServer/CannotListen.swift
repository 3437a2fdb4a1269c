// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// The reason why a server cannot listen on its port, in one sentence.
package struct CannotListen: Error, CustomStringConvertible {
    package let description: String

    init(host: String, port: Int, _ error: any Error) {
        let reason =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE: "another program listens there"
            case EADDRNOTAVAIL: "this machine does not have that address"
            case EACCES, EPERM: "permission is denied"
            default: "\(error)"
            }
        description = "Nothing can listen at \(host):\(port): \(reason)."
    }
}
