// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// A layer below SQLite that does what it is asked and remembers what it wrote and when it was synced, in order: so a test can
// make what a disk may hold after a loss of power.

#ifndef TRACING_FILES_H
#define TRACING_FILES_H

#include <stdint.h>

typedef enum {
    TracedWrite,
    TracedTruncate,
    TracedSync,
    TracedDelete,
    /// Something that the test wants to find again.
    TracedMark,
} TracedKind;

typedef struct {
    TracedKind kind;
    /// The path of the file; of a mark, nothing.
    const char *path;
    /// Where it was written, how long the file became, or the number of a mark.
    int64_t offset;
    int64_t count;
    /// What was written.
    const uint8_t *bytes;
} TracedEvent;

/// Makes the layer known to SQLite as "tracing"; returns a result code of SQLite.
int tracing_register(void);

/// Forgets what was remembered.
void tracing_reset(void);

/// Remembers a mark.
void tracing_mark(int64_t number);

/// How much was remembered, and each of it; valid until it is forgotten.
int64_t tracing_count(void);
TracedEvent tracing_event(int64_t index);

#endif
