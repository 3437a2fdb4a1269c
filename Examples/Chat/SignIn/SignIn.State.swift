// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension SignIn {
    /// The secret of a new account, shown once.
    package struct Secret: Equatable, Sendable {
        /// The secret as people type it.
        package let text: Confidential
        /// The address that authenticators read.
        package let address: Confidential
    }

    /// A request to the server that is not answered yet.
    package struct Request: Equatable, Sendable {
        package let frame: ClientFrame
        /// Whether it was sent; otherwise it waits for a connection.
        package internal(set) var isSent: Bool
    }

    /// The identity of the user, as confirmed by the server.
    package struct State: Equatable, Sendable {
        /// The signed-in member.
        package internal(set) var member: Member?
        /// The token that resumes the session after a lost connection.
        package internal(set) var token: Confidential?
        package internal(set) var secret: Secret?
        package internal(set) var request: Request?
        /// Whether there is a connection.
        package internal(set) var isOnline = false
        /// Whether the server has identified the client on this connection.
        package internal(set) var isRecognised = false

        package init() {}
    }
}
