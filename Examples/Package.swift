// swift-tools-version: 6.3
import PackageDescription

// What the targets below name as what they need.
let tributary: Target.Dependency = .product(name: "Tributary", package: "tributary")
let swiftUI: Target.Dependency = .product(name: "TributarySwiftUI", package: "tributary")
let log: Target.Dependency = .product(name: "TributaryLog", package: "tributary")
let journal: Target.Dependency = .product(name: "TributaryJournal", package: "tributary")
let withInspector = TargetDependencyCondition.when(traits: ["Inspector"])
let inspector: Target.Dependency =
    .product(name: "TributaryInspector", package: "tributary", condition: withInspector)
let testing: Target.Dependency = .product(name: "TributaryTesting", package: "tributary")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingFox: Target.Dependency = .product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks: Target.Dependency = .product(name: "FlyingSocks", package: "FlyingFox")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let tributaryTrait = Package.Dependency.Trait.trait(
    name: "Inspector",
    condition: .when(traits: ["Inspector"])
)

/// A part of an app, in the folder of its name.
func part(_ app: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: app + name, dependencies: dependencies + [tributary], path: "\(app)/\(name)")
}

/// A target in a folder that is not called like it.
func target(_ name: String, _ dependencies: [Target.Dependency], at path: String) -> Target {
    .target(name: name, dependencies: dependencies, path: path)
}
let ticTacToeFeatures: [Target.Dependency] = [
    "TicTacToeGame", "TicTacToeHallOfFame", "TicTacToeLobby", "TicTacToeMainMenu", "TicTacToeRules",
]
let ticTacToeProgram: [Target.Dependency] =
    ticTacToeFeatures + ["InspectorKit", "TerminalKit", "TicTacToeApp", arguments, tributary]
let standupsFeatures: [Target.Dependency] = [
    "StandupsDetail", "StandupsEditForm", "StandupsHistory", "StandupsList", "StandupsModel",
    "StandupsRecord", "StandupsStorage",
]
let standupsProgram: [Target.Dependency] =
    standupsFeatures + ["StandupsAppFeature", "StandupsSpeech", "TerminalKit", arguments, tributary]

let package = Package(
    name: "tributary-examples",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "newsroom", targets: ["Newsroom"]),
        .executable(name: "tic-tac-toe", targets: ["TicTacToe"]),
        .executable(name: "standups", targets: ["Standups"]),
        .executable(name: "weather", targets: ["Weather"]),
        .executable(name: "weather-server", targets: ["WeatherServerProgram"]),
        .executable(name: "chat", targets: ["ChatProgram"]),
        .executable(name: "chat-server", targets: ["ChatServerProgram"]),
    ],
    traits: [
        .default(enabledTraits: ["Inspector"]),
        .trait(name: "Inspector", description: "Lets “--inspect” show a program's actions in a browser."),
    ],
    dependencies: [
        .package(name: "tributary", path: "..", traits: [tributaryTrait]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // What every program in a terminal is drawn with.
        .target(name: "TerminalKit", dependencies: [tributary], path: "TerminalKit"),
        .testTarget(
            name: "TerminalKitTests",
            dependencies: ["CostTestSupport", "TerminalKit", tributary, testing]
        ),
        // What every program shows its actions with.
        target("InspectorKit", ["TerminalKit", inspector, tributary], at: "InspectorKit"),
        // What parsers are measured with.
        .target(name: "CostTestSupport", path: "Tests/CostTestSupport"),
        // What every program asks an HTTP server with.
        .target(name: "HTTPKit", path: "HTTPKit"),
        // Newsroom
        .target(name: "Feeds", dependencies: ["HTTPKit"], path: "Newsroom/Feeds"),
        .target(name: "News", dependencies: ["Feeds", log, tributary], path: "Newsroom/News"),
        .target(name: "Account", dependencies: [log, tributary], path: "Newsroom/Account"),
        target("AppFeature", ["Account", "News", log, tributary], at: "Newsroom/AppFeature"),
        .target(name: "Terminal", dependencies: ["TerminalKit", log, tributary], path: "Newsroom/Terminal"),
        .executableTarget(
            name: "Newsroom",
            dependencies: [
                "Account", "AppFeature", "Feeds", "InspectorKit", "News", "Terminal", "TerminalKit",
                arguments,
                journal, tributary,
            ],
            path: "Newsroom/Newsroom",
            resources: [.copy("Resources/confluence.xml")]
        ),
        .target(name: "NewsroomTestSupport", path: "Tests/NewsroomTestSupport"),
        .testTarget(
            name: "FeedsTests",
            dependencies: ["CostTestSupport", "Feeds", "NewsroomTestSupport", testing]
        ),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["CostTestSupport", "Terminal", "TerminalKit", tributary]
        ),
        .testTarget(
            name: "FeaturesTests",
            dependencies: ["Account", "AppFeature", "Feeds", "News", tributary]
        ),
        .testTarget(
            name: "NewsroomTests",
            dependencies: [
                "Feeds", "News", "Newsroom", "Terminal", "TerminalKit", "NewsroomTestSupport", journal,
                tributary, testing,
            ]
        ),
        // Tic-tac-toe
        .target(name: "TicTacToeRules", path: "TicTacToe/Rules"),
        part("TicTacToe", "Game", ["TicTacToeRules"]),
        part("TicTacToe", "Lobby", ["TicTacToeRules"]),
        part("TicTacToe", "HallOfFame", ["TicTacToeRules"]),
        part("TicTacToe", "MainMenu"),
        .target(
            name: "TicTacToeApp",
            dependencies: ticTacToeFeatures + [tributary],
            path: "TicTacToe/AppFeature"
        ),
        .executableTarget(name: "TicTacToe", dependencies: ticTacToeProgram, path: "TicTacToe/Program"),
        .testTarget(
            name: "TicTacToeTests",
            dependencies: ticTacToeProgram + ["CostTestSupport", "TicTacToe", testing]
        ),

        // Standups
        part("Standups", "Model"),
        part("Standups", "Speech"),
        part("Standups", "EditForm", ["StandupsModel"]),
        part("Standups", "List", ["StandupsEditForm", "StandupsModel"]),
        part("Standups", "Detail", ["StandupsEditForm", "StandupsModel", "StandupsSpeech"]),
        part("Standups", "Record", ["StandupsModel", "StandupsSpeech"]),
        part("Standups", "History", ["StandupsModel"]),
        part("Standups", "Storage", ["StandupsModel"]),
        part("Standups", "AppFeature", standupsFeatures),
        // For Apple's systems; elsewhere it is empty.
        part("Standups", "Views", standupsFeatures + ["StandupsAppFeature", swiftUI]),
        .executableTarget(name: "Standups", dependencies: standupsProgram, path: "Standups/Program"),
        .testTarget(name: "StandupsTests", dependencies: standupsProgram + ["Standups", testing]),

        // Weather
        .target(name: "WeatherAPI", dependencies: ["HTTPKit", tributary], path: "Weather/WeatherAPI"),
        target("WeatherService", ["WeatherAPI", flyingFox, flyingSocks], at: "Weather/WeatherService"),
        target("CitySearchFeature", ["WeatherAPI", tributary], at: "Weather/CitySearch"),
        .target(name: "ForecastFeature", dependencies: ["WeatherAPI", tributary], path: "Weather/Forecast"),
        .target(
            name: "WeatherAppFeature",
            dependencies: ["CitySearchFeature", "ForecastFeature", "WeatherAPI", tributary],
            path: "Weather/AppFeature"
        ),
        .target(
            name: "WeatherTerminal",
            dependencies: [
                "CitySearchFeature", "ForecastFeature", "TerminalKit", "WeatherAPI",
                "WeatherAppFeature", tributary,
            ],
            path: "Weather/Terminal"
        ),
        .executableTarget(
            name: "Weather",
            dependencies: [
                "InspectorKit", "TerminalKit", "WeatherAPI", "WeatherAppFeature", "WeatherService",
                "WeatherTerminal", arguments, tributary,
            ],
            path: "Weather/Program"
        ),
        .executableTarget(
            name: "WeatherServerProgram",
            dependencies: ["WeatherAPI", "WeatherService", arguments],
            path: "Weather/ServerProgram"
        ),
        .testTarget(
            name: "WeatherFeaturesTests",
            dependencies: [
                "CitySearchFeature", "CostTestSupport", "ForecastFeature", "TerminalKit", "WeatherAPI",
                "WeatherAppFeature", "WeatherTerminal", tributary, testing,
            ]
        ),
        .testTarget(
            name: "WeatherServiceTests",
            dependencies: [
                "CostTestSupport", "WeatherAPI", "WeatherAppFeature", "WeatherService", "WeatherTerminal",
                flyingFox, flyingSocks, tributary, testing,
            ]
        ),

        // Chat: a server and its client.
        .target(name: "ChatProtocol", path: "Chat/ChatProtocol"),
        .target(name: "Accounts", dependencies: [crypto, cryptoExtras], path: "Chat/Accounts"),
        .target(name: "Rooms", dependencies: ["ChatProtocol", log, tributary], path: "Chat/Rooms"),
        target("AccountKeeping", ["Accounts", "ChatProtocol", grdb], at: "Chat/AccountKeeping"),
        target("ChatSocket", ["ChatProtocol", nioCore, nioWebSocket], at: "Chat/ChatSocket"),
        .target(
            name: "ChatServer",
            dependencies: [
                "AccountKeeping", "Accounts", "ChatProtocol", "ChatSocket", "Rooms", crypto, journal, nioCore,
                nioHTTP1, nioPosix, nioWebSocket, tributary,
            ],
            path: "Chat/ChatServer"
        ),
        .executableTarget(
            name: "ChatServerProgram",
            dependencies: [
                "AccountKeeping", "Accounts", "ChatServer", "InspectorKit", "Rooms", arguments, journal,
                tributary,
            ],
            path: "Chat/ChatServerProgram"
        ),
        .target(name: "SignIn", dependencies: ["ChatProtocol", tributary], path: "Chat/SignIn"),
        .target(name: "Connection", dependencies: ["ChatProtocol", tributary], path: "Chat/Connection"),
        .target(name: "Conversation", dependencies: ["ChatProtocol", tributary], path: "Chat/Conversation"),
        .target(
            name: "ChatFeature",
            dependencies: ["ChatProtocol", "Connection", "Conversation", "SignIn", tributary],
            path: "Chat/ChatFeature"
        ),
        .target(
            name: "ChatClient",
            dependencies: [
                "ChatProtocol", "ChatSocket", "Connection", nioCore, nioHTTP1, nioPosix, nioWebSocket,
            ],
            path: "Chat/ChatClient"
        ),
        .executableTarget(
            name: "ChatProgram",
            dependencies: [
                "Accounts", "ChatClient", "ChatFeature", "ChatProtocol", "Connection", "Conversation",
                "InspectorKit", "SignIn", "TerminalKit", arguments, tributary,
            ],
            path: "Chat/ChatProgram"
        ),
        target("ChatTestSupport", ["ChatProtocol"], at: "Tests/ChatTestSupport"),
        .testTarget(
            name: "ChatProtocolTests",
            dependencies: ["ChatProtocol", "ChatTestSupport", "CostTestSupport"]
        ),
        .testTarget(name: "AccountsTests", dependencies: ["Accounts"]),
        .testTarget(
            name: "RoomsTests",
            dependencies: ["ChatProtocol", "ChatTestSupport", "Rooms", journal, tributary, testing]
        ),
        .testTarget(
            name: "AccountKeepingTests",
            dependencies: ["AccountKeeping", "Accounts", "ChatProtocol", "ChatTestSupport", grdb]
        ),
        .testTarget(
            name: "ChatServerTests",
            dependencies: [
                "AccountKeeping", "Accounts", "ChatClient", "ChatProtocol", "ChatServer", "ChatServerProgram",
                "ChatSocket", "ChatTestSupport", "Connection", "CostTestSupport", journal, nioCore, nioPosix,
                nioWebSocket, tributary, testing,
            ]
        ),
        .testTarget(
            name: "ChatFeaturesTests",
            dependencies: [
                "ChatFeature", "ChatProgram", "ChatProtocol", "ChatTestSupport", "Connection",
                "Conversation", "CostTestSupport", "Rooms", "SignIn", "TerminalKit", tributary, testing,
            ]
        ),
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
