// swift-tools-version: 6.3
import PackageDescription

let levels = (1...5).map { "Level\($0)" }

let package = Package(
    name: "tributary-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "tributary", path: ".."),
        // Without its traits, so that it builds where its interposers cannot be fetched; allocations are counted
        // by AllocationCounter.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(name: "AllocationCounter"),
        .systemLibrary(name: "CSQLiteByHand"),
        .target(
            name: "Scenarios",
            dependencies: [
                .product(name: "TributaryCore", package: "tributary"),
                .product(name: "TributaryJournal", package: "tributary"),
                .product(name: "TributaryTesting", package: "tributary"),
                .target(name: "CSQLiteByHand"),
            ] + levels.map { .target(name: $0) }
        ),
        .executableTarget(name: "ScenarioRunner", dependencies: ["Scenarios", "AllocationCounter"]),
        .executableTarget(
            name: "StoreBenchmarks",
            dependencies: [
                "Scenarios", "AllocationCounter",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/StoreBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
        // Five features in five modules, each knowing only the one below it.
        + levels.enumerated().map { index, name in
            .target(
                name: name,
                dependencies: [.product(name: "TributaryCore", package: "tributary")]
                    + levels.dropFirst(index + 1).prefix(1).map { .target(name: $0) },
                path: "Sources/Levels/\(name)"
            )
        },
    swiftLanguageModes: [.v6]
)
