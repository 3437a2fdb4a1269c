// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The C library of WASI.

public let STDERR_FILENO: Int32 = 2
public let EINTR: Int32 = 27
public var errno: Int32 {
    get { 0 }
    set {}
}
@discardableResult
public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { count }
