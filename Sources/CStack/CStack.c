// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if defined(__linux__)

#define _GNU_SOURCE
#include "CStack.h"
#include <pthread.h>

struct bounds {
    uintptr_t low;
    uintptr_t high;
};

static _Thread_local struct bounds known;

static struct bounds find_bounds(void) {
    struct bounds found = {0, 0};
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return found;
    void *low = 0;
    size_t size = 0;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        found.low = (uintptr_t)low;
        found.high = (uintptr_t)low + size;
    }
    pthread_attr_destroy(&attributes);
    return found;
}

// A processor may sign return addresses.
static uintptr_t without_signature(uintptr_t address) {
#if defined(__aarch64__)
    register uintptr_t link __asm__("x30") = address;
    __asm__("hint #7" : "+r"(link));  // xpaclri, which older processors skip.
    return link;
#else
    return address;
#endif
}

// Where a function keeps no frame, the chain may lead through what a sanitizer guards.
__attribute__((no_sanitize("address", "hwaddress", "memory")))
int stack_calls_from(uintptr_t frame, struct stack_call *calls, int limit) {
    if (known.high == 0) known = find_bounds();
    // What lies between a frame in use and the end of its stack is there. Code that runs on another stack has none.
    const uintptr_t own = (uintptr_t)__builtin_frame_address(0);
    uintptr_t low = own < known.low || own >= known.high ? UINTPTR_MAX : own;
    const uintptr_t high = known.high;
    const uintptr_t record_size = 2 * sizeof(uintptr_t);
    int count = 0;
    while (count < limit && frame >= low && frame < high && high - frame >= record_size
           && frame % sizeof(uintptr_t) == 0) {
        const uintptr_t *record = (const uintptr_t *)frame;
        if (record[1] == 0) break;
        const uintptr_t next = record[0];
        calls[count].return_address = without_signature(record[1]);
        calls[count].frame = next > frame && next < high ? next : 0;
        count += 1;
        // A stack grows downwards: a chain that does not lead up is none.
        low = frame + record_size;
        frame = next;
    }
    return count;
}

int stack_calls(struct stack_call *calls, int limit) {
    return stack_calls_from((uintptr_t)__builtin_frame_address(0), calls, limit);
}

#endif
