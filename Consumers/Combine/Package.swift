// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "OpenCombine", description: "Uses Tributary with its trait of this name.")],
    dependencies: [
        .package(
            name: "tributary",
            path: "../..",
            traits: [.trait(name: "OpenCombine", condition: .when(traits: ["OpenCombine"]))]
        )
    ],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "TributaryCombine", package: "tributary"),
                // Without their traits; Scripts/check-consumers.sh traits checks the messages of their modules.
                .product(name: "TributaryInspector", package: "tributary"),
                .product(name: "TributaryServer", package: "tributary"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
