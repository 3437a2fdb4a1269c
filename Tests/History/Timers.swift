// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sets a timer as the system does.
///
/// libfaketime takes each timer for one of the faked clock (wolfcw/libfaketime#378). With a clock that was set back, none would fire in
/// time; with one that was set forward, all would fire at once, again and again. A function of the program comes before that of a
/// library that is loaded first, if the linker exports it (`-E`).
@_cdecl("timerfd_settime")
public func setTimer(
    _ timer: CInt,
    _ flags: CInt,
    _ time: UnsafeRawPointer?,
    _ former: UnsafeMutableRawPointer?
) -> CInt { systemSetTimer(timer, flags, time, former) }

private typealias SetTimer = @convention(c) (CInt, CInt, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> CInt

/// Safe, because this is how the C library declares the function.
private let systemSetTimer = unsafeBitCast(
    dlsym(dlopen("libc.so.6", RTLD_LAZY), "timerfd_settime"),
    to: SetTimer.self
)
