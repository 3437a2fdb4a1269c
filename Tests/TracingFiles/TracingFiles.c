// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#include "TracingFiles.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// SQLite writes on one thread, and the test marks on another.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static TracedEvent *events = NULL;
static int64_t count = 0, capacity = 0;

static void remember(TracedKind kind, const char *path, int64_t offset, const void *bytes, int64_t length) {
    uint8_t *copy = NULL;
    if (bytes) {
        copy = malloc(length ? length : 1);
        memcpy(copy, bytes, length);
    }
    pthread_mutex_lock(&lock);
    if (count == capacity) {
        capacity = capacity ? 2 * capacity : 1024;
        events = realloc(events, capacity * sizeof(TracedEvent));
    }
    events[count++] = (TracedEvent){kind, path ? strdup(path) : NULL, offset, length, copy};
    pthread_mutex_unlock(&lock);
}

void tracing_reset(void) {
    pthread_mutex_lock(&lock);
    for (int64_t i = 0; i < count; i++) {
        free((void *)events[i].path);
        free((void *)events[i].bytes);
    }
    count = 0;
    pthread_mutex_unlock(&lock);
}

void tracing_mark(int64_t number) { remember(TracedMark, NULL, number, NULL, 0); }

int64_t tracing_count(void) { return count; }

TracedEvent tracing_event(int64_t index) { return events[index]; }

typedef struct {
    sqlite3_file base;
    const char *path;
    sqlite3_file *real;
} TracingFile;

static sqlite3_file *real_of(sqlite3_file *file) { return ((TracingFile *)file)->real; }

static const char *path_of(sqlite3_file *file) { return ((TracingFile *)file)->path; }

static int file_close(sqlite3_file *file) {
    int code = real_of(file)->pMethods->xClose(real_of(file));
    free((void *)path_of(file));
    return code;
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    return real_of(file)->pMethods->xRead(real_of(file), bytes, length, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    int code = real_of(file)->pMethods->xWrite(real_of(file), bytes, length, offset);
    if (code == SQLITE_OK && path_of(file)) remember(TracedWrite, path_of(file), offset, bytes, length);
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = real_of(file)->pMethods->xTruncate(real_of(file), size);
    if (code == SQLITE_OK && path_of(file)) remember(TracedTruncate, path_of(file), size, NULL, 0);
    return code;
}

static int file_sync(sqlite3_file *file, int flags) {
    int code = real_of(file)->pMethods->xSync(real_of(file), flags);
    if (code == SQLITE_OK && path_of(file)) remember(TracedSync, path_of(file), 0, NULL, 0);
    return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int level) { return real_of(file)->pMethods->xLock(real_of(file), level); }

static int file_unlock(sqlite3_file *file, int level) { return real_of(file)->pMethods->xUnlock(real_of(file), level); }

static int file_check_lock(sqlite3_file *file, int *result) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }

static int file_characteristics(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int n, int flags) {
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, n, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

static int file_shm_unmap(sqlite3_file *file, int delete) {
    return real_of(file)->pMethods->xShmUnmap(real_of(file), delete);
}

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock, file_check_lock,
    file_control, file_sector_size, file_characteristics, file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap,
    NULL, NULL,
};

static sqlite3_vfs *real_vfs = NULL;
static sqlite3_vfs tracing_vfs;

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    TracingFile *tracing = (TracingFile *)file;
    tracing->real = (sqlite3_file *)(tracing + 1);
    tracing->path = path ? strdup(path) : NULL;
    int code = real_vfs->xOpen(real_vfs, path, tracing->real, flags, out);
    tracing->base.pMethods = tracing->real->pMethods ? &methods : NULL;
    if (!tracing->base.pMethods) free((void *)tracing->path);
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
    int code = real_vfs->xDelete(real_vfs, path, syncs);
    if (code == SQLITE_OK) remember(TracedDelete, path, 0, NULL, 0);
    return code;
}

int tracing_register(void) {
    if (real_vfs) return SQLITE_OK;
    real_vfs = sqlite3_vfs_find(NULL);
    if (!real_vfs) return SQLITE_ERROR;
    // Everything else is what the layer below does, which gets itself as its argument nowhere.
    tracing_vfs = *real_vfs;
    tracing_vfs.pNext = NULL;
    tracing_vfs.zName = "tracing";
    tracing_vfs.szOsFile = (int)sizeof(TracingFile) + real_vfs->szOsFile;
    tracing_vfs.xOpen = vfs_open;
    tracing_vfs.xDelete = vfs_delete;
    return sqlite3_vfs_register(&tracing_vfs, 0);
}
