// swift-tools-version: 6.3
import PackageDescription

// The address of Tributary. Replace the default by the URL of your copy; see the README of ModularApp.
let tributary = Context.environment["TRIBUTARY_URL"] ?? "https://example.com/tributary"

let package = Package(
    name: "kioskapp",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "KioskApp", targets: ["KioskApp"]),
        .executable(name: "kiosk", targets: ["Kiosk"]),
    ],
    dependencies: [
        .package(url: tributary, branch: "main"),
        .package(path: "../../Features/BookPage"),
        .package(path: "../../Features/Checkout"),
        .package(path: "../../Features/Domain"),
        .package(path: "../../Features/Loans"),
        .package(path: "../../Features/Membership"),
        .package(path: "../../Features/Notices"),
        .package(path: "../../Features/Receipts"),
        .package(path: "../../Features/Scanner"),
        .package(path: "../../Features/Search"),
        .package(path: "../../Features/Visits"),
    ],
    targets: [
        .target(
            name: "KioskApp",
            dependencies: [
                .product(name: "Tributary", package: "tributary"),
                .product(name: "BookPage", package: "bookpage"),
                .product(name: "Checkout", package: "checkout"),
                .product(name: "Domain", package: "domain"),
                .product(name: "Loans", package: "loans"),
                .product(name: "Membership", package: "membership"),
                .product(name: "Notices", package: "notices"),
                .product(name: "Receipts", package: "receipts"),
                .product(name: "Scanner", package: "scanner"),
                .product(name: "Search", package: "search"),
                .product(name: "Visits", package: "visits"),
            ]
        ),
        .executableTarget(name: "Kiosk", dependencies: ["KioskApp"]),
        .testTarget(name: "KioskAppTests", dependencies: ["KioskApp"]),
    ],
    swiftLanguageModes: [.v6]
)
