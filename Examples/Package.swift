// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "tributary-examples",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "newsroom", targets: ["Newsroom"]),
        .executable(name: "chat", targets: ["ChatProgram"]),
        .executable(name: "chat-server", targets: ["ChatServerProgram"]),
    ],
    dependencies: [
        .package(name: "tributary", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // What every program in a terminal is drawn with.
        .target(
            name: "TerminalKit",
            dependencies: [.product(name: "Tributary", package: "tributary")],
            path: "TerminalKit"
        ),
        .testTarget(
            name: "TerminalKitTests",
            dependencies: [
                "TerminalKit", .product(name: "Tributary", package: "tributary"),
                .product(name: "TributaryTesting", package: "tributary"),
            ]
        ),
        // Newsroom
        .target(name: "Feeds", path: "Newsroom/Feeds"),
        .target(
            name: "News",
            dependencies: ["Feeds", .product(name: "Tributary", package: "tributary")],
            path: "Newsroom/News"
        ),
        .target(
            name: "Account",
            dependencies: [.product(name: "Tributary", package: "tributary")],
            path: "Newsroom/Account"
        ),
        .target(
            name: "AppFeature",
            dependencies: ["Account", "News", .product(name: "Tributary", package: "tributary")],
            path: "Newsroom/AppFeature"
        ),
        .target(
            name: "Terminal",
            dependencies: ["TerminalKit", .product(name: "Tributary", package: "tributary")],
            path: "Newsroom/Terminal"
        ),
        .executableTarget(
            name: "Newsroom",
            dependencies: [
                "Account", "AppFeature", "Feeds", "News", "Terminal", "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Newsroom/Newsroom",
            resources: [.copy("Resources/confluence.xml")]
        ),
        .target(name: "NewsroomTestSupport", path: "Tests/NewsroomTestSupport"),
        .testTarget(name: "FeedsTests", dependencies: ["Feeds", "NewsroomTestSupport"]),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Terminal", "TerminalKit", .product(name: "Tributary", package: "tributary")]
        ),
        .testTarget(
            name: "FeaturesTests",
            dependencies: [
                "Account", "AppFeature", "Feeds", "News", .product(name: "Tributary", package: "tributary"),
            ]
        ),
        .testTarget(
            name: "NewsroomTests",
            dependencies: ["Feeds", "News", "Newsroom", "Terminal", "TerminalKit", "NewsroomTestSupport"]
        ),
        // Chat: a server and its client.
        .target(name: "ChatProtocol", path: "Chat/ChatProtocol"),
        .target(
            name: "Accounts",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Chat/Accounts"
        ),
        .target(
            name: "Rooms",
            dependencies: ["ChatProtocol", .product(name: "Tributary", package: "tributary")],
            path: "Chat/Rooms"
        ),
        .target(
            name: "MessageLog",
            dependencies: [
                "Accounts", "ChatProtocol", "Rooms", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Chat/MessageLog"
        ),
        .target(
            name: "ChatSocket",
            dependencies: [
                "ChatProtocol",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Chat/ChatSocket"
        ),
        .target(
            name: "ChatServer",
            dependencies: [
                "Accounts", "ChatProtocol", "ChatSocket", "MessageLog", "Rooms",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Chat/ChatServer"
        ),
        .executableTarget(
            name: "ChatServerProgram",
            dependencies: [
                "Accounts", "ChatServer", "MessageLog",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Chat/ChatServerProgram"
        ),
        .target(
            name: "SignIn",
            dependencies: ["ChatProtocol", .product(name: "Tributary", package: "tributary")],
            path: "Chat/SignIn"
        ),
        .target(
            name: "Connection",
            dependencies: ["ChatProtocol", .product(name: "Tributary", package: "tributary")],
            path: "Chat/Connection"
        ),
        .target(
            name: "Conversation",
            dependencies: ["ChatProtocol", .product(name: "Tributary", package: "tributary")],
            path: "Chat/Conversation"
        ),
        .target(
            name: "ChatFeature",
            dependencies: [
                "ChatProtocol", "Connection", "Conversation", "SignIn",
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Chat/ChatFeature"
        ),
        .target(
            name: "ChatClient",
            dependencies: [
                "ChatProtocol", "ChatSocket", "Connection",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Chat/ChatClient"
        ),
        .executableTarget(
            name: "ChatProgram",
            dependencies: [
                "Accounts", "ChatClient", "ChatFeature", "ChatProtocol", "Connection", "Conversation",
                "SignIn",
                "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Chat/ChatProgram"
        ),
        .target(
            name: "ChatTestSupport",
            dependencies: ["ChatProtocol", "Rooms"],
            path: "Tests/ChatTestSupport"
        ),
        .testTarget(name: "ChatProtocolTests", dependencies: ["ChatProtocol", "ChatTestSupport"]),
        .testTarget(name: "AccountsTests", dependencies: ["Accounts"]),
        .testTarget(
            name: "RoomsTests",
            dependencies: [
                "ChatProtocol", "ChatTestSupport", "Rooms",
                .product(name: "Tributary", package: "tributary"),
                .product(name: "TributaryTesting", package: "tributary"),
            ]
        ),
        .testTarget(
            name: "MessageLogTests",
            dependencies: ["Accounts", "ChatProtocol", "ChatTestSupport", "MessageLog", "Rooms"]
        ),
        .testTarget(
            name: "ChatServerTests",
            dependencies: [
                "Accounts", "ChatClient", "ChatProtocol", "ChatServer", "ChatSocket", "ChatTestSupport",
                "Connection",
                "MessageLog",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "Tributary", package: "tributary"),
            ]
        ),
        .testTarget(
            name: "ChatFeaturesTests",
            dependencies: [
                "ChatFeature", "ChatProgram", "ChatProtocol", "ChatTestSupport", "Connection", "Conversation",
                "Rooms",
                "SignIn", "TerminalKit",
                .product(name: "Tributary", package: "tributary"),
                .product(name: "TributaryTesting", package: "tributary"),
            ]
        ),
        // End of Chat.
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
