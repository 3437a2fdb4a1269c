// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "loans",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Loans", targets: ["Loans"])],
    dependencies: [
        .package(url: tributary, branch: "main"),
        .package(path: "../Domain"),
    ],
    targets: [
        .target(
            name: "Loans",
            dependencies: [
                .product(name: "Tributary", package: "tributary"),
                .product(name: "Domain", package: "domain"),
            ]
        ),
        .testTarget(name: "LoansTests", dependencies: ["Loans"]),
    ],
    swiftLanguageModes: [.v6]
)
