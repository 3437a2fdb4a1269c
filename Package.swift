// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

/// A product of a package that only the trait Server fetches.
func serving(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Server"]))
}

let package = Package(
    name: "tributary",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    products: [
        .library(name: "Tributary", targets: ["Tributary"]),
        .library(name: "TributaryCore", targets: ["TributaryCore"]),
        .library(name: "TributaryUndo", targets: ["TributaryUndo"]),
        .library(name: "TributaryComponents", targets: ["TributaryComponents"]),
        .library(name: "TributaryForms", targets: ["TributaryForms"]),
        .library(name: "TributaryPersistence", targets: ["TributaryPersistence"]),
        .library(name: "TributaryPresenting", targets: ["TributaryPresenting"]),
        .library(name: "TributaryTesting", targets: ["TributaryTesting"]),
        .library(name: "TributaryCombine", targets: ["TributaryCombine"]),
        .library(name: "TributarySwiftUI", targets: ["TributarySwiftUI"]),
        .library(name: "TributaryLog", targets: ["TributaryLog"]),
        .library(name: "TributaryJournal", targets: ["TributaryJournal"]),
        .library(name: "TributaryPostgres", targets: ["TributaryPostgres"]),
        .library(name: "TributaryCluster", targets: ["TributaryCluster"]),
        .library(name: "TributaryServer", targets: ["TributaryServer"]),
        .library(name: "TributaryInspector", targets: ["TributaryInspector"]),
        .executable(name: "tributary-log", targets: ["tributary-log"]),
        .executable(name: "tributary-mcp", targets: ["tributary-mcp"]),
    ],
    traits: [
        .trait(
            name: "OpenCombine",
            description: "Lets TributaryCombine use OpenCombine where there is no Combine, as on Linux."
        ),
        .trait(
            name: "Inspector",
            description: "Lets TributaryInspector serve its page, with FlyingFox."
        ),
        .trait(
            name: "Postgres",
            description: "Lets TributaryPostgres reach a server, with the libpq of the system."
        ),
        .trait(
            name: "Server",
            description: "Lets TributaryServer log, measure, trace, and shut down with their packages."
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"605.0.0"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
        // Only with the trait of that name.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // Only with the trait Inspector.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        // Only with the trait Server.
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    ],
    targets: [
        // The library.
        .target(name: "TributaryCore"),
        .target(name: "TributaryUndo", dependencies: ["TributaryCore"]),
        .target(name: "TributaryComponents", dependencies: ["TributaryCore"]),
        .target(name: "TributaryForms", dependencies: ["TributaryCore", "TributaryUndo"]),
        .target(name: "TributaryPersistence", dependencies: ["TributaryCore"]),
        .target(name: "TributaryPresenting", dependencies: ["TributaryCore"]),
        .target(
            name: "Tributary",
            dependencies: [
                "TributaryCore", "TributaryUndo", "TributaryComponents", "TributaryForms",
                "TributaryPersistence", "TributaryPresenting", "TributaryMacros",
            ]
        ),
        .macro(
            name: "TributaryMacros",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ]
        ),
        .target(
            name: "TributaryTesting",
            dependencies: [
                "TributaryCore",
                "TributaryUndo",
                "TributaryComponents",
                "TributaryForms",
                "TributaryPresenting",
                "TributaryLog",
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ]
        ),
        .target(
            name: "TributaryCombine",
            dependencies: [
                "TributaryCore",
                .product(
                    name: "OpenCombine",
                    package: "OpenCombine",
                    condition: .when(platforms: [.linux, .windows, .android, .wasi], traits: ["OpenCombine"])
                ),
            ]
        ),
        .target(
            name: "TributarySwiftUI",
            dependencies: ["TributaryCore", "TributaryUndo", "TributaryForms", "TributaryPresenting"]
        ),
        .target(
            name: "TributaryLog",
            dependencies: ["TributaryCore", "TributaryUndo", "TributaryPresenting"]
        ),
        .target(
            name: "TributaryJournal",
            dependencies: [
                "TributaryCore",
                "TributaryPersistence",
                "TributaryUndo",
                "TributaryLog",
                .target(name: "CSQLite", condition: .when(platforms: [.linux, .android])),
            ]
        ),
        .target(
            name: "TributaryInspector",
            dependencies: [
                "TributaryCore",
                "TributaryForms",
                "TributaryLog",
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Inspector"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Inspector"])),
            ],
            // The program has it as texts, which `Scripts/sources.py --update pages` writes.
            exclude: ["Page"]
        ),
        // Without `pkgConfig`: SwiftPM would look for it, and warn, in every build on a machine without
        // SQLite, even if it is not needed. The header says how to install it.
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CPostgres"),
        .target(
            name: "TributaryPostgres",
            dependencies: [
                "TributaryLog",
                .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
            ]
        ),
        .target(
            name: "TributaryCluster",
            dependencies: ["TributaryCore", "TributaryLog", "TributaryJournal"]
        ),
        .target(
            name: "TributaryServer",
            dependencies: [
                "TributaryCore",
                "TributaryPersistence",
                "TributaryLog",
                .target(name: "TributaryCluster", condition: .when(traits: ["Server"])),
                serving("Logging", "swift-log"),
                serving("CoreMetrics", "swift-metrics"),
                serving("Tracing", "swift-distributed-tracing"),
                serving("ServiceLifecycle", "swift-service-lifecycle"),
            ]
        ),
        // Built where it is asked for: by `swift run tributary-log`, and not with the libraries.
        .executableTarget(name: "tributary-log", dependencies: ["LogCommand"], path: "Sources/LogProgram"),
        .target(
            name: "LogCommand",
            dependencies: [
                "QuestionCommand", "TributaryCore", "TributaryInspector", "TributaryJournal",
                .target(name: "TributaryPostgres", condition: .when(traits: ["Postgres"])),
            ]
        ),

        .executableTarget(
            name: "tributary-mcp",
            dependencies: ["QuestionCommand"],
            path: "Sources/QuestionProgram"
        ),
        .target(name: "QuestionCommand", dependencies: ["TributaryInspector", "TributaryJournal"]),

        // The proofs.
        .target(
            name: "TributaryTestSupport",
            dependencies: [
                "TributaryCore", "TributaryUndo", "TributaryComponents", "TributaryForms",
                "TributaryPersistence", "TributaryPresenting",
            ],
            path: "Tests/TributaryTestSupport"
        ),
        .testTarget(
            name: "TributaryCoreTests",
            dependencies: [
                "TributaryCore", "TributaryUndo", "TributaryComponents", "TributaryForms",
                "TributaryPersistence",
                "TributaryPresenting", "TributaryTestSupport",
            ]
        ),
        .testTarget(
            name: "TributaryUndoTests",
            dependencies: ["TributaryUndo", "TributaryForms", "TributaryPresenting", "TributaryTestSupport"]
        ),
        .testTarget(
            name: "TributaryComponentsTests",
            dependencies: ["TributaryComponents", "TributaryTestSupport"]
        ),
        .testTarget(
            name: "TributaryCombineTests",
            dependencies: ["TributaryCombine", "TributaryTestSupport"]
        ),
        .testTarget(name: "TributaryTests", dependencies: ["Tributary", "TributaryTestSupport"]),
        .testTarget(
            name: "TributaryTestingTests",
            dependencies: ["Tributary", "TributaryTesting", "TributaryJournal", "TributaryTestSupport"]
        ),
        .testTarget(
            name: "TributaryLogTests",
            dependencies: ["TributaryLog", "TributaryForms", "TributaryPresenting", "TributaryTestSupport"]
        ),
        .target(
            name: "TracingFiles",
            dependencies: [.target(name: "CSQLite", condition: .when(platforms: [.linux, .android]))],
            path: "Tests/TracingFiles",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .testTarget(
            name: "TributaryJournalTests",
            dependencies: [
                "TributaryJournal", "TributaryForms", "TributaryUndo", "TributaryTestSupport", "TracingFiles",
            ]
        ),
        .testTarget(
            name: "TributaryPostgresTests",
            dependencies: ["TributaryPostgres", "TributaryJournal", "TributaryTesting"]
        ),
        .testTarget(
            name: "TributaryClusterTests",
            dependencies: [
                "TributaryCluster", "TributaryJournal", "TributaryPostgres", "TributaryTesting",
            ]
        ),
        .testTarget(
            name: "TributaryServerTests",
            dependencies: [
                "TributaryServer", "TributaryCluster", "TributaryForms", "TributaryJournal",
                "TributaryTesting",
                serving("InMemoryLogging", "swift-log"),
                serving("MetricsTestKit", "swift-metrics"),
                serving("InMemoryTracing", "swift-distributed-tracing"),
                serving("ServiceLifecycleTestKit", "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "TributaryInspectorTests",
            dependencies: [
                "TributaryInspector", "TributaryForms", "TributaryJournal", "TributaryTestSupport",
            ]
        ),
        .testTarget(
            name: "QuestionCommandTests",
            dependencies: [
                "QuestionCommand", "TributaryInspector", "TributaryJournal", "TributaryTestSupport",
            ]
        ),
        .testTarget(
            name: "LogCommandTests",
            dependencies: [
                "LogCommand", "TributaryCore", "TributaryForms", "TributaryInspector", "TributaryJournal",
            ]
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Tributary", "TributaryCombine", "TributaryInspector", "TributaryJournal", "TributaryTesting",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// One list of settings for every target.
for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    settings.append(.enableUpcomingFeature("InternalImportsByDefault"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    // Maintainers' switch: a warning is an error where the project checks itself, never in a user's build.
    if Context.environment["TRIBUTARY_WARNINGS_AS_ERRORS"] != nil {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
