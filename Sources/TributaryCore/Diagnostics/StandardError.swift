// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#elseif canImport(WASILibc)
internal import WASILibc
#elseif canImport(WinSDK)
internal import WinSDK
#endif

/// The stream that diagnostics go to; the only reason why the core needs the platform's C library.
enum StandardError {
    /// Keeps long texts apart, which the system writes in several pieces.
    private static let turn = Mutex<Void>(())

    /// Prints a text immediately and in one piece, without a buffer that would be lost in a crash.
    static func print(_ text: String) {
        var text = text
        turn.withLock { _ in text.withUTF8 { print($0) } }
    }

    private static func print(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while let start = UnsafeBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            let count = printOnce(start, rest.count)
            // The stream takes no more, so there is nowhere to report that.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(WASILibc)
    private static func printOnce(_ start: UnsafePointer<UInt8>, _ size: Int) -> Int {
        while true {
            let count = write(STDERR_FILENO, start, size)
            // A signal may interrupt the call; nothing was written then.
            if count >= 0 || errno != EINTR { return count }
        }
    }
    #elseif canImport(WinSDK)
    private static func printOnce(_ start: UnsafePointer<UInt8>, _ size: Int) -> Int {
        var count: DWORD = 0
        let stream = GetStdHandle(STD_ERROR_HANDLE)
        return WriteFile(stream, start, DWORD(clamping: size), &count, nil) ? Int(count) : 0
    }
    #else
    private static func printOnce(_ start: UnsafePointer<UInt8>, _ size: Int) -> Int {
        let bytes = UnsafeBufferPointer(start: start, count: size)
        Swift.print(String(decoding: bytes, as: UTF8.self), terminator: "")
        return size
    }
    #endif
}
