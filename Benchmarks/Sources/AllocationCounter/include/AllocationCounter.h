// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many blocks of memory the process has asked for so far, on all threads. 0 where it cannot be counted.
uint64_t allocation_count(void);

/// Whether allocations are counted on this platform.
int allocation_count_is_supported(void);

/// How many bytes the main thread's blocks take now, with what the allocator adds. 0 where it cannot be told.
uint64_t allocated_bytes(void);

#endif
