// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "hosted",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "tributary", path: "../..")],
    targets: [
        .executableTarget(
            name: "Hosted",
            dependencies: [
                .product(name: "Tributary", package: "tributary"),
                .product(name: "TributarySwiftUI", package: "tributary"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
