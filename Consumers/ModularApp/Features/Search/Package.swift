// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "search",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Search", targets: ["Search"])],
    dependencies: [
        .package(url: tributary, branch: "main"),
        .package(path: "../Domain"),
    ],
    targets: [
        .target(
            name: "Search",
            dependencies: [
                .product(name: "Tributary", package: "tributary"),
                .product(name: "Domain", package: "domain"),
            ]
        ),
        .testTarget(name: "SearchTests", dependencies: ["Search"]),
    ],
    swiftLanguageModes: [.v6]
)
