#!/usr/bin/env bash
# Makes packages of some of the library's targets, without the macros and the packages they need, which take most of a build. A change
# of the core is tested in a minute instead of five.
#
#   packages.sh NAME [FOLDER]   writes the package of this name, and prints its folder, by default .build/NAME
#
# `swift test --package-path "$(Scripts/packages.sh NAME)"` runs its tests; for the core, `Scripts/check.sh core` does.
#
#   core        the core, its wings, the journal, the cluster, and their tests
#   sanitizers  the core, TributaryTesting, and their tests; run `swift build --product TributaryMacros` first
#   optimized   all tests, as with all traits; MACROS is a compiler plugin that was built elsewhere, because optimizing swift-syntax takes longer
#               than everything else
#   inspector   the inspector, as with its trait, `tributary-mcp`, their tests, and programs to try and measure them with
#   server      the adapters for servers, with their trait, and their tests
#   cluster     the cluster, the log in PostgreSQL, as with its trait, and their tests, which need the servers of with-postgres.sh, and a
#               program to measure the log with
#   testing     TributaryTesting, the tests of `check`, and a program to measure it with
#
# The manifest is the library's, with only the named targets and those that they depend on.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${2:-$PWD/.build/${1:?Which package?}}
rm -rf "$package"/{Sources,Tests,Figures}
mkdir -p "$package"/{Sources,Tests,Figures}
ln -s "$PWD"/Sources/* "$package/Sources"
ln -s "$PWD"/Tests/* "$package/Tests"
case $1 in
core)
    names=(Tributary{Core,Undo,Components,Log,Journal,Cluster}Tests Crashing JournalFigures)
    changes='
        // Without those of its tests that need TributaryTesting.
        change("TributaryClusterTests") { $0.dependencies = ["TributaryCluster"]; $0.exclude = ["Running"] }
        add("Crashing", "Tests/Crashing", ["TributaryJournal", "TributaryTestSupport"])
        add("JournalFigures", "Tests/JournalFigures", ["TributaryJournal"])'
    ;;
sanitizers)
    names=(Tributary{Core,Undo,Components,Log,Journal,Cluster,Testing}Tests)
    macros='$0.swiftSettings = [.unsafeFlags(["-load-plugin-executable", "'$PWD'/.build/debug/TributaryMacros-tool#TributaryMacros"])]'
    changes="change(\"Tributary\") { \$0.dependencies.removeLast(); $macros }; change(\"TributaryTestingTests\") { $macros }"
    ;;
optimized)
    mapfile -t names < <({ grep -oE '"[A-Za-z]+Tests"' Package.swift | tr -d '"'; printf "tributary-log\ntributary-mcp\n"; } | sort -u)
    changes='
        package.traits.insert(.default(enabledTraits: ["OpenCombine", "Inspector", "Postgres", "Server"]))
        change("Tributary") { $0.dependencies.removeLast() }
        for name in ["Tributary", "TributaryTests", "TributaryCoreTests", "TributaryTestingTests", "DocumentationTests", "TributaryInspectorTests"] {
            // The library is optimized, and so are most tests; the largest would take long, those of the core four minutes of a processor.
            let options = ["Tributary", "TributaryTests"].contains(name) ? [] : ["-Onone"]
            change(name) { $0.swiftSettings = [.unsafeFlags(options + ["-load-plugin-executable", "'"${MACROS:?Which compiler plugin?}"'#TributaryMacros", "-DMACROS_'"$(cksum < "$MACROS" | tr ' ' _)"'"])] }
        }'
    ;;
inspector)
    names=(TributaryInspectorTests QuestionCommandTests QuestionsExample Inspected InspectorFigures BareFigures tributary-mcp)
    ln -s "$PWD/Benchmarks/Sources/AllocationCounter" "$package/Sources/AllocationCounter"
    # The same program once more, which is built without the inspector.
    ln -s "$PWD/Tests/InspectorFigures" "$package/Figures/BareFigures"
    changes='
        package.traits.insert(.default(enabledTraits: ["Inspector"]))
        package.targets.append(.target(name: "AllocationCounter"))
        add("Inspected", "Tests/Inspected", ["TributaryForms", "TributaryInspector", "TributaryJournal"])
        add("InspectorFigures", "Tests/InspectorFigures", ["AllocationCounter", "TributaryInspector"])
        add("BareFigures", "Figures/BareFigures", ["AllocationCounter", "TributaryCore"])
        change("BareFigures") { $0.swiftSettings = [.define("Bare")] }
        // The code of the article on questions, which needs the inspector.
        package.targets.append(
            .target(
                name: "QuestionsExample",
                dependencies: ["TributaryInspector", "TributaryJournal"],
                path: "Tests/DocumentationTests",
                sources: ["AskingTheLogExample.swift"]
            )
        )'
    ;;
server)
    names=(TributaryServerTests)
    changes='package.traits.insert(.default(enabledTraits: ["Server"]))'
    ;;
cluster)
    names=(TributaryPostgresTests TributaryClusterTests ByLibrary)
    ln -s "$PWD/Benchmarks/Postgres/main.swift" "$package/Figures/main.swift"
    changes='
        package.traits.insert(.default(enabledTraits: ["Postgres"]))
        add("ByLibrary", "Figures", ["TributaryPostgres"])'
    ;;
testing)
    names=(TributaryTestingTests CheckFigures)
    # The tests import Tributary, of which they use only what is in the core; and the figures are of the features that they check.
    rm "$package/Sources/Tributary"
    mkdir "$package/Sources/Tributary"
    printf '@_exported public import %s\n' TributaryCore TributaryPresenting > "$package/Sources/Tributary/Exports.swift"
    ln -s "$PWD"/Tests/{CheckFigures/main,TributaryTestingTests/Checking/{CheckedFeatures,Accounts}}.swift "$package/Figures"
    changes='
        change("Tributary") { $0.dependencies = ["TributaryCore", "TributaryPresenting"] }
        change("TributaryTestingTests") { $0.sources = ["Checking", "Features/Failures.swift"] }
        add("CheckFigures", "Figures", ["Tributary", "TributaryTesting"])'
    ;;
*) echo "There is no package $1." >&2; exit 2 ;;
esac
settings='// One list of settings for every target.'
{
    sed "\:^$settings:,\$d" Package.swift
    cat << MANIFEST
@MainActor func change(_ name: String, _ change: (Target) -> Void) { package.targets.filter { \$0.name == name }.forEach(change) }
@MainActor func add(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) {
    package.targets.append(.executableTarget(name: name, dependencies: dependencies, path: path))
}
$changes
var (waiting, targets, packages) = ("${names[*]}".split(separator: " ").map(String.init), Set<String>(), Set<String>())
while let name = waiting.popLast() {
    guard targets.insert(name).inserted else { continue }
    for dependency in package.targets.first(where: { \$0.name == name })!.dependencies {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): waiting.append(name)
        case .productItem(_, let package, _, _): packages.insert(package!)
        @unknown default: fatalError()
        }
    }
}
package.targets.removeAll { !targets.contains(\$0.name) }
package.products = []
package.dependencies.removeAll {
    if case .sourceControl(_, let location, _) = \$0.kind { !packages.contains(String(location.split(separator: "/").last!)) } else { true }
}

MANIFEST
    sed -n "\:^$settings:,\$p" Package.swift
} > "$package/manifest"
# A manifest that did not change is not evaluated again.
cmp -s "$package/manifest" "$package/Package.swift" || cp "$package/manifest" "$package/Package.swift"
printf '%s\n' "$package"
