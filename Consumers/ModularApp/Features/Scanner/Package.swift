// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "scanner",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Scanner", targets: ["Scanner"])],
    dependencies: [
        .package(url: tributary, branch: "main")
    ],
    targets: [
        .target(
            name: "Scanner",
            dependencies: [
                .product(name: "Tributary", package: "tributary")
            ]
        ),
        .testTarget(name: "ScannerTests", dependencies: ["Scanner"]),
    ],
    swiftLanguageModes: [.v6]
)
