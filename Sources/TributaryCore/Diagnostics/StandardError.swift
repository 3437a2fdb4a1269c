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

/// The stream that complaints go to, which is all that the core needs the platform's C library for.
enum StandardError {
    /// Keeps texts apart that are longer than what the system writes at once.
    private static let turn = Mutex<Void>(())

    /// Prints a text at once and whole, without a buffer that a crash would lose.
    static func print(_ text: String) {
        var text = text
        turn.withLock { _ in text.withUTF8 { print($0) } }
    }

    private static func print(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while let start = UnsafeBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            let count = printOnce(start, rest.count)
            // A stream that takes nothing any more is nothing to complain about: there is nowhere to do it.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(WASILibc)
    private static func printOnce(_ start: UnsafePointer<UInt8>, _ size: Int) -> Int {
        while true {
            let count = write(STDERR_FILENO, start, size)
            // A signal may come in between; then nothing was written.
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
