// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "checkout",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Checkout", targets: ["Checkout"])],
    dependencies: [
        .package(url: tributary, branch: "main"),
        .package(path: "../Domain"),
        .package(path: "../Scanner"),
    ],
    targets: [
        .target(
            name: "Checkout",
            dependencies: [
                .product(name: "Tributary", package: "tributary"),
                .product(name: "Domain", package: "domain"),
                .product(name: "Scanner", package: "scanner"),
            ]
        ),
        .testTarget(name: "CheckoutTests", dependencies: ["Checkout"]),
    ],
    swiftLanguageModes: [.v6]
)
