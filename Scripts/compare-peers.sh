#!/usr/bin/env bash
# Sends, effects and observers, beside those of other libraries whose sources are at hand.
#
#     RESWIFT=~/src/ReSwift MOBIUS=~/src/Mobius.swift ACTOMATON=~/src/Actomaton ONEWAY=~/src/OneWay Scripts/compare-peers.sh
#
# Each path is a checkout; one that is not given is left out. Nothing of theirs is in this repository: the package that
# compares them is made in a directory of its own, which SCRATCH names (`Benchmarks/.build/peers` otherwise), and gets what
# they depend on from where their manifests say.
#
# A number is nanoseconds, the least of a hundred rounds in one process. A dash is what a library does not have: effects in
# ReSwift and, as something that takes a task, in Mobius; observers by value in Actomaton, several observers of one store in OneWay.
#
# The second table says how a send grows: one of N values changes, and each of the N has an observer. `Scripts/pictures.py` draws
# the rows that are kept in `Benchmarks/Growth.txt`.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
scratch=${SCRATCH:-$repository/Benchmarks/.build/peers}
sources=$scratch/Sources/Compare
rm -rf "$sources"
mkdir -p "$sources"

dependencies="" products="" rows=""
# Adds a library: its name, its checkout if that is given, and its product. Its source is in Benchmarks/Peers.
add() {
    local name=$1 path=$2 product=${3:-$1}
    if [ -z "$path" ]; then
        echo "$name is left out: no path to it was given."
        return
    fi
    path=$(cd "$path" && pwd)
    dependencies+="        .package(name: \"$name\", path: \"$path\"),"$'\n'
    products+="            .product(name: \"$product\", package: \"$name\"),"$'\n'
    rows+="rows.append(await measure$name())"$'\n'
    [ "$path" = "$repository" ] || echo "$name $(git -C "$path" describe --tags --always)"
    cp "$repository/Benchmarks/Peers/$name.swift" "$sources/"
}

cp "$repository/Benchmarks/Peers/Measuring.swift" "$sources/"

add Tributary "$repository" TributaryCore
add ReSwift "${RESWIFT:-}"
add Mobius "${MOBIUS:-}" MobiusCore
add Actomaton "${ACTOMATON:-}"
add OneWay "${ONEWAY:-}"

printf 'var rows: [Row] = []\n%sprintTables(rows)\n' "$rows" > "$sources/main.swift"

cat > "$scratch/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "compare",
    platforms: [.macOS("15.4")],
    dependencies: [
$dependencies    ],
    targets: [
        .executableTarget(name: "Compare", dependencies: [
$products        ])
    ]
)
SWIFT

swift build --package-path "$scratch" -c release --quiet
"$scratch/.build/release/Compare"
