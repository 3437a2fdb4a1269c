// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Appends commits by the statements of PostgresLog, written by hand over libpq: two connections, a thread for each, one
// transaction of a pipeline at a time, with half of the commits that are in flight.
//
//   ByHand CONNECTION PREFIX IN-FLIGHT SECONDS [unchecked]    prints commits a second
//
// Unchecked, the statement does not look whether the commit before each is there.

#include <endian.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../Sources/CPostgres/shim.h"

#define INSERT(CHECK) \
    "INSERT INTO tributary.commits AS c (log, sequence, count, time, writer, contents) " \
    "SELECT * FROM unnest($1::text[], $2::int8[], $3::int8[], $4::int8[], $5::text[], $6::bytea[]) " \
    "AS b (log, sequence, count, time, writer, contents) " \
    "WHERE NOT EXISTS (SELECT 1 FROM tributary.snapshots s WHERE s.log = b.log AND s.sequence >= b.sequence) " CHECK \
    "ORDER BY b.log COLLATE \"C\", b.sequence " \
    "ON CONFLICT (log, sequence) DO UPDATE SET writer = excluded.writer WHERE c.writer = excluded.writer " \
    "RETURNING writer"
static const char *unchecked = INSERT("");
static const char *checked = INSERT(
    "AND (b.sequence = 1 OR b.sequence = (SELECT p.sequence + p.count FROM tributary.commits p "
    "WHERE p.log = b.log AND p.sequence < b.sequence ORDER BY p.sequence DESC LIMIT 1) "
    "OR EXISTS (SELECT 1 FROM tributary.snapshots s WHERE s.log = b.log AND s.sequence = b.sequence - 1)) ");
static const char *covered =
    "SELECT 1 / (CASE WHEN EXISTS (SELECT 1 FROM unnest($1::text[], $2::int8[], $3::text[]) AS b (log, sequence, writer) "
    "JOIN tributary.commits c ON c.log = b.log AND c.sequence = b.sequence AND c.writer = b.writer "
    "JOIN tributary.snapshots s ON s.log = b.log AND s.sequence >= b.sequence "
    "WHERE c.xmin = pg_current_xact_id()::xid) THEN 0 ELSE 1 END)";

static const char *connection, *prefix, *insert;
static int batch;
static double seconds;

struct array { char *bytes; int length; };

static void put32(struct array *a, uint32_t number) {
    number = htobe32(number);
    memcpy(a->bytes + a->length, &number, 4);
    a->length += 4;
}

static void put(struct array *a, const void *bytes, int length) {
    put32(a, length);
    memcpy(a->bytes + a->length, bytes, length);
    a->length += length;
}

static void begin(struct array *a, uint32_t type) {
    a->length = 0;
    put32(a, 1); put32(a, 0); put32(a, type); put32(a, batch); put32(a, 1);
}

static void fail(PGconn *c, const char *where) {
    fprintf(stderr, "%s: %s\n", where, PQerrorMessage(c));
    exit(1);
}

static void ask(PGconn *c, const char *sql, int count, struct array *values) {
    const char *bytes[6];
    int lengths[6], formats[6];
    for (int i = 0; i < count; i++) { bytes[i] = values[i].bytes; lengths[i] = values[i].length; formats[i] = 1; }
    if (!PQsendQueryParams(c, sql, count, NULL, bytes, lengths, formats, 1)) fail(c, "send");
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static PGresult *next(PGconn *c) {
    while (PQisBusy(c)) {
        struct pollfd place = { PQsocket(c), POLLIN, 0 };
        poll(&place, 1, -1);
        if (!PQconsumeInput(c)) fail(c, "read");
    }
    return PQgetResult(c);
}

static void *run(void *argument) {
    long thread = (long)argument, done = 0;
    PGconn *c = PQconnectdb(connection);
    if (PQstatus(c) != CONNECTION_OK) fail(c, "connect");
    PQclear(PQexec(c, "SET synchronous_commit = on"));
    if (PQsetnonblocking(c, 1) || !PQenterPipelineMode(c)) fail(c, "pipeline");
    struct array a[6];
    for (int i = 0; i < 6; i++) a[i].bytes = malloc(20 + batch * 128);
    char contents[100];
    memset(contents, 'x', sizeof contents);
    uint64_t random = now() * 1e9 + thread;
    double start = now();
    for (uint64_t sequence = 1; now() - start < seconds; sequence++) {
        uint32_t types[] = { 25, 20, 20, 20, 25, 17 };
        for (int i = 0; i < 6; i++) begin(&a[i], types[i]);
        uint64_t number = htobe64(sequence), one = htobe64(1);
        for (int log = 0; log < batch; log++) {
            char name[64], writer[64];
            put(&a[0], name, sprintf(name, "%s/%ld/%06d", prefix, thread, log));
            put(&a[1], &number, 8);
            put(&a[2], &one, 8);
            put(&a[3], &number, 8);
            random = random * 6364136223846793005u + 1442695040888963407u;
            put(&a[4], writer, sprintf(writer, "%016lx%08x", random, log));
            put(&a[5], contents, sizeof contents);
        }
        struct array three[] = { a[0], a[1], a[4] };
        ask(c, "BEGIN", 0, a);
        ask(c, insert, 6, a);
        ask(c, covered, 3, three);
        ask(c, "COMMIT", 0, a);
        if (!PQpipelineSync(c)) fail(c, "sync");
        while (PQflush(c) == 1) {
            struct pollfd place = { PQsocket(c), POLLIN | POLLOUT, 0 };
            poll(&place, 1, -1);
            if (place.revents & POLLIN && !PQconsumeInput(c)) fail(c, "read");
        }
        for (int statement = 0; statement < 4; statement++) {
            PGresult *result;
            while ((result = next(c))) {
                ExecStatusType status = PQresultStatus(result);
                if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail(c, "statement");
                if (statement == 1) done += PQntuples(result);
                PQclear(result);
            }
        }
        PQclear(next(c));
    }
    PQfinish(c);
    return (void *)done;
}

int main(int count, char **arguments) {
    if (count < 5) return 2;
    connection = arguments[1];
    insert = count > 5 ? unchecked : checked;
    prefix = arguments[2];
    batch = atoi(arguments[3]) / 2;
    seconds = atof(arguments[4]);
    pthread_t threads[2];
    double start = now();
    for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, (void *)i);
    long done = 0;
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        done += (long)result;
    }
    printf("%.0f\n", done / (now() - start));
}
