// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef TRIBUTARY_STACK_H
#define TRIBUTARY_STACK_H

#include <stdint.h>

/// A call that has not returned.
struct stack_call {
    /// Where the caller goes on.
    uintptr_t return_address;

    /// The caller's frame, which lies in the thread's stack; 0 if the program keeps none there.
    uintptr_t frame;
};

/// Writes down the calls that led here, the innermost first, as the chain of frames tells them.
///
/// Reads nothing but the thread's stack, wherever the chain leads. Takes about a nanosecond for a call; the first time in a
/// thread, some microseconds to learn where its stack ends.
///
/// Returns how many there are, at most `limit`.
int stack_calls(struct stack_call *calls, int limit);

/// The same from a frame on, which may be any address.
int stack_calls_from(uintptr_t frame, struct stack_call *calls, int limit);

#endif
