#!/usr/bin/env bash
# Writes a package of the inspector, its tests and a program to try it with, without the macros and the packages they
# need, and prints its folder. `Scripts/test-inspector.sh` runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${1:-$PWD/.build/inspect}
source Scripts/packages.sh
link Sources TributaryInspector QuestionCommand QuestionProgram
link Tests TributaryInspectorTests TributaryTestSupport Inspected InspectorFigures Planted QuestionCommandTests DocumentationTests
ln -sfn "$root/Benchmarks/Sources/AllocationCounter" "$package/Sources/AllocationCounter"
# The same program once more, which is built without the inspector.
ln -sfn "$root/Tests/InspectorFigures" "$package/Tests/BareFigures"
write_manifest <<'MANIFEST'
settings.append(.define("Inspector"))
package.dependencies.append(.package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"))
package.targets += [
    .target(
        name: "TributaryInspector",
        dependencies: [
            "TributaryCore", "TributaryLog", .product(name: "FlyingFox", package: "FlyingFox"),
            .product(name: "FlyingSocks", package: "FlyingFox"),
        ],
        exclude: ["Page"]
    ),
    .target(name: "TributaryTestSupport", dependencies: house, path: "Tests/TributaryTestSupport"),
    .executableTarget(name: "tributary-mcp", dependencies: ["QuestionCommand"], path: "Sources/QuestionProgram"),
    .target(name: "QuestionCommand", dependencies: ["TributaryInspector", "TributaryJournal"]),
    .executableTarget(
        name: "Inspected",
        dependencies: ["TributaryCore", "TributaryInspector", "TributaryJournal", "TributaryLog"],
        path: "Tests/Inspected"
    ),
    .executableTarget(
        name: "Planted",
        dependencies: ["TributaryCore", "TributaryInspector"],
        path: "Tests/Planted"
    ),
    .target(name: "AllocationCounter"),
    .executableTarget(
        name: "InspectorFigures",
        dependencies: ["AllocationCounter", "TributaryCore", "TributaryInspector"],
        path: "Tests/InspectorFigures",
        exclude: ["page.py"]
    ),
    .executableTarget(
        name: "BareFigures",
        dependencies: ["AllocationCounter", "TributaryCore"],
        path: "Tests/BareFigures",
        exclude: ["page.py"],
        swiftSettings: [.define("Bare")]
    ),
    .testTarget(
        name: "TributaryInspectorTests",
        dependencies: ["TributaryInspector", "TributaryJournal", "TributaryTestSupport"]
    ),
    // The code of the article on questions, which needs the inspector.
    .target(
        name: "QuestionsExample",
        dependencies: ["TributaryCore", "TributaryInspector", "TributaryJournal"],
        path: "Tests/DocumentationTests",
        sources: ["AskingTheLogExample.swift"]
    ),
    .testTarget(
        name: "QuestionCommandTests",
        dependencies: ["QuestionCommand", "TributaryInspector", "TributaryJournal", "TributaryTestSupport"]
    ),
]
MANIFEST
printf '%s\n' "$package"
