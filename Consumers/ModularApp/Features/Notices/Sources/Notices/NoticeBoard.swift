// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A state that has a place for notices, of whatever kind its app has.
public protocol NoticeBoard {
    /// The type of a notice.
    associatedtype Notice

    /// The notices, the oldest first.
    var notices: [Notice] { get set }
}
