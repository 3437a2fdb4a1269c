// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "notices",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Notices", targets: ["Notices"])],
    dependencies: [
        .package(url: tributary, branch: "main")
    ],
    targets: [
        .target(
            name: "Notices",
            dependencies: [
                .product(name: "Tributary", package: "tributary")
            ]
        ),
        .testTarget(name: "NoticesTests", dependencies: ["Notices"]),
    ],
    swiftLanguageModes: [.v6]
)
