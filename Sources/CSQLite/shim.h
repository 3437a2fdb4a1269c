// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "TributaryJournal needs SQLite's header: apt-get install libsqlite3-dev (Debian, Ubuntu), dnf install sqlite-devel (Fedora, RHEL), apk add sqlite-dev (Alpine)"
#endif
