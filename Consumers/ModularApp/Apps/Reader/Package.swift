// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "readerapp",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ReaderApp", targets: ["ReaderApp"]),
        .executable(name: "reader", targets: ["Reader"]),
    ],
    dependencies: [
        .package(url: tributary, branch: "main"),
        .package(path: "../../Features/BookPage"),
        .package(path: "../../Features/Checkout"),
        .package(path: "../../Features/Domain"),
        .package(path: "../../Features/Loans"),
        .package(path: "../../Features/Membership"),
        .package(path: "../../Features/Notices"),
        .package(path: "../../Features/Scanner"),
        .package(path: "../../Features/Search"),
        .package(path: "../../Features/Visits"),
    ],
    targets: [
        .target(
            name: "ReaderApp",
            dependencies: [
                .product(name: "Tributary", package: "tributary"),
                .product(name: "BookPage", package: "bookpage"),
                .product(name: "Checkout", package: "checkout"),
                .product(name: "Domain", package: "domain"),
                .product(name: "Loans", package: "loans"),
                .product(name: "Membership", package: "membership"),
                .product(name: "Notices", package: "notices"),
                .product(name: "Scanner", package: "scanner"),
                .product(name: "Search", package: "search"),
                .product(name: "Visits", package: "visits"),
            ]
        ),
        .executableTarget(name: "Reader", dependencies: ["ReaderApp"]),
        .testTarget(name: "ReaderAppTests", dependencies: ["ReaderApp"]),
    ],
    swiftLanguageModes: [.v6]
)
