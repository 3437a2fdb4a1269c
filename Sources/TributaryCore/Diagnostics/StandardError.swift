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

/// Keeps long texts apart, which the system writes in several pieces.
private let turn = Mutex<Void>(())

/// Prints a text to standard error, immediately and in one piece, without a buffer that would be lost in a crash.
///
/// The only reason why the core needs the platform's C library.
func printToStandardError(_ text: String) {
    let size = text.utf8.count
    turn.withLock { _ in
        text.withCString { start in
            var done = 0
            while done < size {
                #if canImport(WinSDK)
                var count: DWORD = 0
                let stream = GetStdHandle(STD_ERROR_HANDLE)
                guard WriteFile(stream, start + done, DWORD(clamping: size - done), &count, nil) else {
                    return
                }
                #else
                let count = write(STDERR_FILENO, start + done, size - done)
                // A signal may interrupt the call; nothing was written then.
                if count < 0, errno == EINTR { continue }
                #endif
                // If the stream takes no more, there is nowhere to report that.
                guard count > 0 else { return }
                done += Int(count)
            }
        }
    }
}
