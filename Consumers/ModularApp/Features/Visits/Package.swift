// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "visits",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Visits", targets: ["Visits"])],
    dependencies: [
        .package(url: tributary, branch: "main")
    ],
    targets: [
        .target(
            name: "Visits",
            dependencies: [
                .product(name: "Tributary", package: "tributary")
            ]
        ),
        .testTarget(name: "VisitsTests", dependencies: ["Visits"]),
    ],
    swiftLanguageModes: [.v6]
)
