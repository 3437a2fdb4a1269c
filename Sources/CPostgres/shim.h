// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#error "TributaryPostgres needs the header of libpq: apt-get install libpq-dev (Debian, Ubuntu), dnf install libpq-devel (Fedora, RHEL), apk add libpq-dev (Alpine), brew install libpq (macOS; then swift build -Xcc -I$(brew --prefix libpq)/include -Xlinker -L$(brew --prefix libpq)/lib)"
#endif
