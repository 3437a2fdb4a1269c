#!/usr/bin/env bash
# What a question of one node to another takes over NIOTransport: allocations, processor and time; counted on Linux with glibc.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$PWD/.build/transport-figures
source Scripts/packages.sh
link Sources TributaryCluster
ln -sfn "$root/Benchmarks/Sources/AllocationCounter" "$package/Sources/AllocationCounter"
ln -sfn "$root/Benchmarks/Transport" "$package/Sources/Transport"
write_manifest <<'MANIFEST'
addCluster(network: true)
package.targets += [
    .target(name: "AllocationCounter"),
    .executableTarget(name: "Transport", dependencies: ["AllocationCounter", "TributaryCluster"]),
]
MANIFEST
build=(swift build -c release --package-path "$package" --product Transport -Xswiftc -enable-testing)
"${build[@]}" > "$package/told" 2>&1 || { cat "$package/told" >&2; exit 1; }
"$("${build[@]}" --show-bin-path)/Transport"
