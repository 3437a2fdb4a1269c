// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "tributary-examples",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Feeds", path: "Newsroom/Feeds"),
        .target(name: "TestServer", path: "Tests/TestServer"),
        .testTarget(name: "FeedsTests", dependencies: ["Feeds", "TestServer"]),
    ],
    swiftLanguageModes: [.v6]
)

// The library's own settings, so that the example proves that they are comfortable to live with.
for target in package.targets {
    var settings = target.swiftSettings ?? []
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    settings.append(.enableUpcomingFeature("InternalImportsByDefault"))
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    if Context.environment["TRIBUTARY_WARNINGS_AS_ERRORS"] != nil {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
