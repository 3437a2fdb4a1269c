// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension SignIn {
    /// The secret of a new account, as it is shown once.
    package struct Secret: Equatable, Sendable {
        /// The secret as people type it.
        package let text: Confidential
        /// The address that authenticators read.
        package let address: Confidential
    }

    /// What was asked of the server and is not answered yet.
    package struct Request: Equatable, Sendable {
        package let frame: ClientFrame
        /// Whether it is on its way; else it waits for a connection.
        package internal(set) var isSent: Bool
    }

    /// The identity of the user, as far as the server has said.
    package struct State: Equatable, Sendable {
        /// Who is signed in.
        package internal(set) var member: Member?
        /// What brings a lost connection back without a person.
        package internal(set) var token: Confidential?
        package internal(set) var secret: Secret?
        package internal(set) var request: Request?
        /// Whether the connection is there.
        package internal(set) var isOnline = false
        /// Whether the server knows, on this connection, who it is.
        package internal(set) var isRecognised = false

        package init() {}
    }
}
