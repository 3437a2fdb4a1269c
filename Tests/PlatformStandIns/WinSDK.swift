// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Windows.

public typealias DWORD = UInt32
public typealias HANDLE = UnsafeMutableRawPointer
public struct OVERLAPPED {
    public init() {}
}
public let STD_ERROR_HANDLE: DWORD = 0xffff_fff4
public func GetStdHandle(_ handle: DWORD) -> HANDLE! { nil }
@discardableResult
public func WriteFile(
    _ file: HANDLE!,
    _ bytes: UnsafeRawPointer!,
    _ count: DWORD,
    _ written: UnsafeMutablePointer<DWORD>!,
    _ overlapped: UnsafeMutablePointer<OVERLAPPED>!
) -> Bool { true }
