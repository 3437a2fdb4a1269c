// swift-tools-version: 6.3
import PackageDescription

// The products and targets that the targets below depend on.
let tributary: Target.Dependency = .product(name: "Tributary", package: "tributary")
let swiftUI: Target.Dependency = .product(name: "TributarySwiftUI", package: "tributary")
let log: Target.Dependency = .product(name: "TributaryLog", package: "tributary")
let journal: Target.Dependency = .product(name: "TributaryJournal", package: "tributary")
let cluster: Target.Dependency = .product(name: "TributaryCluster", package: "tributary")
let manners: Target.Dependency = .product(name: "TributaryServer", package: "tributary")
let postgres: Target.Dependency =
    .product(name: "TributaryPostgres", package: "tributary", condition: .when(traits: ["Postgres"]))
let inspector: Target.Dependency =
    .product(name: "TributaryInspector", package: "tributary", condition: .when(traits: ["Inspector"]))
let testing: Target.Dependency = .product(name: "TributaryTesting", package: "tributary")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingFox: Target.Dependency = .product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks: Target.Dependency = .product(name: "FlyingSocks", package: "FlyingFox")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let serving: [Target.Dependency] = ["ServerKit", lifecycle, logging]
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let nio: [Target.Dependency] = [
    nioCore, .product(name: "NIOHTTP1", package: "swift-nio"), nioPosix, nioWebSocket,
]
let chatFeatures: [Target.Dependency] = ["ChatProtocol", "Connection", "Conversation", "SignIn"]
let clustered: [Target.Dependency] = ["Nodes", cluster, log, logging, tributary]
let weatherFeatures: [Target.Dependency] = ["CitySearchFeature", "ForecastFeature"]
let tributaryTraits: Set<Package.Dependency.Trait> = [
    "Server",
    .trait(name: "Inspector", condition: .when(traits: ["Inspector"])),
    .trait(name: "Postgres", condition: .when(traits: ["Postgres"])),
]

/// A part of an app, in the folder of the same name.
func part(_ app: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: app + name, dependencies: dependencies + [tributary], path: "\(app)/\(name)")
}

/// A target in a folder with another name.
func target(_ name: String, _ needs: [Target.Dependency], at path: String, without: [String] = []) -> Target {
    .target(name: name, dependencies: needs, path: path, exclude: without)
}

/// A program in a folder with another name.
func program(_ name: String, _ dependencies: [Target.Dependency], at path: String) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path)
}

/// Tests, in the folder of their name; pictures of screens are compared, and not built.
func tests(_ name: String, _ dependencies: [Target.Dependency], screens: String? = nil) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: [screens].compactMap { $0 })
}
let ticTacToeFeatures: [Target.Dependency] = [
    "TicTacToeGame", "TicTacToeHallOfFame", "TicTacToeLobby", "TicTacToeMainMenu", "TicTacToeRules",
]
let ticTacToeMatch: [Target.Dependency] = [
    "TerminalKit", "TicTacToeOnline", "TicTacToeRules", "TicTacToeTerminal", arguments, journal, tributary,
]
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
        .executable(name: "tic-tac-toe-match", targets: ["TicTacToeMatch"]),
        .executable(name: "standups", targets: ["Standups"]),
        .executable(name: "weather", targets: ["Weather"]),
        .executable(name: "weather-server", targets: ["WeatherServerProgram"]),
        .executable(name: "chat", targets: ["ChatProgram"]),
        .executable(name: "chat-server", targets: ["ChatServerProgram"]),
    ],
    traits: [
        .trait(name: "Inspector", description: "Lets “--inspect” show a program's actions in a browser."),
        .trait(name: "Postgres", description: "Lets chat-server be one of several, with libpq."),
    ],
    dependencies: [
        .package(name: "tributary", path: "..", traits: tributaryTraits),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    ],
    targets: [
        // Drawing for all programs in a terminal.
        target("TerminalKit", [arguments, tributary], at: "TerminalKit", without: ["README.md"]),
        // Comparing the pictures of screens.
        .target(name: "ScreenTestSupport", dependencies: ["TerminalKit"], path: "Tests/ScreenTestSupport"),
        tests(
            "TerminalKitTests",
            ["CostTestSupport", "ScreenTestSupport", "TerminalKit", tributary, testing],
            screens: "Screens"
        ),
        // The inspector for all programs.
        target("InspectorKit", ["TerminalKit", inspector, tributary], at: "InspectorKit"),
        // Measuring parsers.
        .target(name: "CostTestSupport", path: "Tests/CostTestSupport"),
        // HTTP requests for all programs.
        .target(name: "HTTPKit", path: "HTTPKit"),
        // Servers that have few files.
        target("ListeningKit", [nioCore], at: "ListeningKit"),
        // Options, logs, start, and stop of all servers.
        target("ServerKit", [configuration, lifecycle, logging, signals], at: "ServerKit"),
        .testTarget(name: "ServerKitTests", dependencies: ["ServerKit", logging, lifecycle]),
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
                arguments, journal, tributary,
            ],
            path: "Newsroom/Newsroom",
            resources: ["confluence.xml", "lock.xml", "mill.json"].map { .copy("Resources/\($0)") }
        ),
        // Recorded examples, printed as tests.
        tests(
            "RecordedTests",
            [
                "Account", "AppFeature", "ChatProtocol", "ChatTestSupport", "Feeds", "News", "Rooms",
                "Terminal",
                "TerminalKit", "TicTacToeOnline", "TicTacToeRules", journal, log, testing, tributary,
            ]
        ),
        .target(name: "NewsroomTestSupport", path: "Tests/NewsroomTestSupport"),
        tests("FeedsTests", ["CostTestSupport", "Feeds", "HTTPKit", "NewsroomTestSupport", testing]),
        tests(
            "TerminalTests",
            ["CostTestSupport", "ScreenTestSupport", "Terminal", "TerminalKit", tributary],
            screens: "Screens"
        ),
        // Each program with planted defects, for questions about its log.
        program(
            "Planted",
            [
                "AppFeature", "CitySearchFeature", "ForecastFeature", "StandupsAppFeature", "TicTacToeApp",
                "WeatherAppFeature", "ChatFeature", "InspectorKit", tributary,
            ],
            at: "Tests/Planted"
        ),
        tests("FeaturesTests", ["Account", "AppFeature", "Feeds", "News", tributary, testing]),
        tests(
            "NewsroomTests",
            [
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
        target("TicTacToeApp", ticTacToeFeatures + [tributary], at: "TicTacToe/AppFeature"),
        target(
            "TicTacToeTerminal",
            ticTacToeFeatures + ["TerminalKit", "TicTacToeApp", tributary],
            at: "TicTacToe/Terminal"
        ),
        program(
            "TicTacToe",
            [
                "InspectorKit", "TerminalKit", "TicTacToeApp", "TicTacToeHallOfFame", "TicTacToeTerminal",
                arguments, tributary,
            ],
            at: "TicTacToe/Program"
        ),
        // A match over the network, in a program of its own: only it needs SwiftNIO.
        part("TicTacToe", "Online", ["ListeningKit", "TicTacToeRules", journal, log, nioCore, nioPosix]),
        program("TicTacToeMatch", ticTacToeMatch, at: "TicTacToe/MatchProgram"),
        tests(
            "TicTacToeTests",
            ticTacToeFeatures + ticTacToeMatch
                + ["CostTestSupport", "ScreenTestSupport", "TicTacToeApp", "TicTacToeMatch", log, testing],
            screens: "Program/Screens"
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
        // For Apple's platforms; elsewhere it is empty.
        part("Standups", "Views", standupsFeatures + ["StandupsAppFeature", swiftUI]),
        program("Standups", standupsProgram, at: "Standups/Program"),
        tests(
            "StandupsTests",
            standupsProgram + ["ScreenTestSupport", "Standups", testing],
            screens: "Program/Screens"
        ),
        // Every situation of a feature, and defects planted in its reducer.
        tests(
            "SituationsTests",
            standupsFeatures + [
                "ChatProtocol", "ChatTestSupport", "Connection", "Conversation", "Rooms",
                "StandupsAppFeature", "StandupsSpeech", testing, tributary,
            ]
        ),
        // Weather
        .target(name: "WeatherAPI", dependencies: ["HTTPKit", tributary], path: "Weather/WeatherAPI"),
        target("WeatherService", ["WeatherAPI", flyingFox, flyingSocks], at: "Weather/WeatherService"),
        target("CitySearchFeature", ["WeatherAPI", tributary], at: "Weather/CitySearch"),
        .target(name: "ForecastFeature", dependencies: ["WeatherAPI", tributary], path: "Weather/Forecast"),
        target("WeatherAppFeature", weatherFeatures + ["WeatherAPI", tributary], at: "Weather/AppFeature"),
        target(
            "WeatherTerminal",
            weatherFeatures + ["TerminalKit", "WeatherAPI", "WeatherAppFeature", tributary],
            at: "Weather/Terminal"
        ),
        program(
            "Weather",
            [
                "InspectorKit", "TerminalKit", "WeatherAPI", "WeatherAppFeature", "WeatherService",
                "WeatherTerminal", arguments, tributary,
            ],
            at: "Weather/Program"
        ),
        program(
            "WeatherServerProgram",
            serving + ["WeatherAPI", "WeatherService", arguments],
            at: "Weather/ServerProgram"
        ),
        tests(
            "WeatherFeaturesTests",
            weatherFeatures + [
                "CostTestSupport", "ScreenTestSupport", "TerminalKit", "WeatherAPI", "WeatherAppFeature",
                "WeatherTerminal", tributary, testing,
            ],
            screens: "Screens"
        ),
        tests(
            "WeatherServiceTests",
            [
                "CostTestSupport", "HTTPKit", "WeatherAPI", "WeatherAppFeature", "WeatherService",
                "WeatherTerminal", flyingFox, flyingSocks, tributary, testing,
            ]
        ),
        // Chat: a server and its client.
        .target(name: "ChatProtocol", path: "Chat/ChatProtocol"),
        .target(name: "Accounts", dependencies: [crypto, cryptoExtras], path: "Chat/Accounts"),
        .target(name: "Rooms", dependencies: ["ChatProtocol", log, tributary], path: "Chat/Rooms"),
        target("Nodes", [cluster, log, logging, tributary], at: "Chat/Nodes"),
        target("AccountKeeping", ["Accounts", "ChatProtocol"] + clustered, at: "Chat/AccountKeeping"),
        target("ChatSocket", ["ChatProtocol", nioCore, nioWebSocket], at: "Chat/ChatSocket"),
        target(
            "ChatServer",
            ["AccountKeeping", "Accounts", "ChatProtocol", "ChatSocket", "ListeningKit", "Rooms", crypto]
                + clustered + nio,
            at: "Chat/ChatServer",
            without: ["Page"]
        ),
        .executableTarget(
            name: "ChatServerProgram",
            dependencies: [
                "Accounts", "ChatProtocol", "ChatServer", "InspectorKit", "Rooms", arguments, cluster,
                journal, manners, postgres, tributary,
            ] + serving,
            path: "Chat/ChatServerProgram"
        ),
        .target(name: "SignIn", dependencies: ["ChatProtocol", tributary], path: "Chat/SignIn"),
        .target(name: "Connection", dependencies: ["ChatProtocol", tributary], path: "Chat/Connection"),
        .target(name: "Conversation", dependencies: ["ChatProtocol", tributary], path: "Chat/Conversation"),
        target("ChatFeature", chatFeatures + [tributary], at: "Chat/ChatFeature"),
        target("ChatClient", ["ChatProtocol", "ChatSocket", "Connection"] + nio, at: "Chat/ChatClient"),
        .executableTarget(
            name: "ChatProgram",
            dependencies: [
                "Accounts", "ChatClient", "ChatFeature", "InspectorKit", "TerminalKit", arguments, tributary,
            ] + chatFeatures,
            path: "Chat/ChatProgram"
        ),
        target("ChatTestSupport", ["ChatProtocol"], at: "Tests/ChatTestSupport"),
        tests("ChatProtocolTests", ["ChatProtocol", "ChatTestSupport", "CostTestSupport"]),
        .testTarget(name: "AccountsTests", dependencies: ["Accounts"]),
        tests("RoomsTests", ["ChatProtocol", "ChatTestSupport", "Rooms", journal, testing] + clustered),
        tests(
            "AccountKeepingTests",
            ["AccountKeeping", "Accounts", "ChatProtocol", "ChatTestSupport", journal, testing] + clustered
        ),
        tests(
            "ChatServerTests",
            [
                "AccountKeeping", "Accounts", "ChatClient", "ChatProtocol", "ChatServer", "ChatServerProgram",
                "ChatSocket", "ChatTestSupport", "Connection", "CostTestSupport", arguments, cluster, journal,
                nioCore,
                nioPosix, nioWebSocket, tributary, testing, logging,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "ChatFeaturesTests",
            dependencies: [
                "ChatFeature", "ChatProgram", "ChatTestSupport", "CostTestSupport", "Rooms", "TerminalKit",
                "ScreenTestSupport", tributary, testing,
            ] + chatFeatures,
            exclude: ["Screens"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The library's own settings, to show that they suit programs, too.
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
