#!/usr/bin/env bash
# How many commits a second go through PostgresLog, and how many through its statements written by hand in C, on the servers
# of Scripts/with-postgres.sh, also without the look whether the commit before each is there, in turn and in one run: medians of
# ROUNDS (5) of SECONDS_EACH (2) each.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${TRIBUTARY_POSTGRES_ALONE:-}" ] || exec Scripts/with-postgres.sh "$0" "$@"
rounds=${ROUNDS:-5} seconds=${SECONDS_EACH:-2}
package=$PWD/.build/postgres-figures
source Scripts/packages.sh
link Sources TributaryPostgres CPostgres
mkdir -p "$package/Sources/ByLibrary"
ln -sfn "$root/Benchmarks/Postgres/main.swift" "$package/Sources/ByLibrary/main.swift"
write_manifest <<'MANIFEST'
settings.append(.define("Postgres"))
package.targets += [
    .systemLibrary(name: "CPostgres"),
    .target(name: "TributaryPostgres", dependencies: ["TributaryLog", "CPostgres"]),
    .executableTarget(name: "ByLibrary", dependencies: ["TributaryPostgres"]),
]
MANIFEST
swift build -c release --package-path "$package" --product ByLibrary > "$package/told" 2>&1 || { cat "$package/told" >&2; exit 1; }
library=$(swift build -c release --package-path "$package" --show-bin-path)/ByLibrary
hand=$package/ByHand
"$(command -v clang || xcrun --find clang)" -O2 -Wall -o "$hand" Benchmarks/Postgres/ByHand.c -lpq -lpthread

# Makes the tables.
"$library" "$TRIBUTARY_POSTGRES_ALONE" warm 2 0.1 > /dev/null
"$library" "$TRIBUTARY_POSTGRES_SERVERS target_session_attrs=read-write" warm 2 0.1 quorum > /dev/null
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
printf '%-10s %9s %12s %12s %12s %7s\n' servers 'in flight' unchecked 'by hand' PostgresLog ratio
for servers in one quorum; do
    if [ "$servers" = one ]; then place=$TRIBUTARY_POSTGRES_ALONE mode=
    else place="$TRIBUTARY_POSTGRES_SERVERS target_session_attrs=read-write" mode=quorum; fi
    for flight in 2 64 2048; do
        : > "$package/by-hand" && : > "$package/by-library" && : > "$package/unchecked"
        for ((round = 0; round < rounds; round++)); do
            "$hand" "$place" "hand/$servers/$flight/$round" "$flight" "$seconds" >> "$package/by-hand"
            "$hand" "$place" "unchecked/$servers/$flight/$round" "$flight" "$seconds" unchecked >> "$package/unchecked"
            # shellcheck disable=SC2086
            "$library" "$place" "library/$servers/$flight/$round" "$flight" "$seconds" $mode >> "$package/by-library"
        done
        one=$(median < "$package/by-hand") other=$(median < "$package/by-library") unchecked=$(median < "$package/unchecked")
        printf '%-10s %9d %12d %12d %12d %6d%%\n' "$servers" "$flight" "$unchecked" "$one" "$other" $((100 * other / one))
    done
done
