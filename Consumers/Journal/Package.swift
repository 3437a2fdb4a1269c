// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "tributary", path: "../..")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "TributaryCore", package: "tributary"),
                .product(name: "TributaryJournal", package: "tributary"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
