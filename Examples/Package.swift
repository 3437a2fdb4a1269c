// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "tributary-examples",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "newsroom", targets: ["Newsroom"]),
        .executable(name: "tic-tac-toe", targets: ["TicTacToe"]),
        .executable(name: "weather", targets: ["Weather"]),
        .executable(name: "weather-server", targets: ["WeatherServerProgram"]),
    ],
    dependencies: [
        .package(name: "tributary", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
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
        // Tic-tac-toe
        .target(name: "TicTacToeRules", path: "TicTacToe/Rules"),
        .target(
            name: "TicTacToeGame",
            dependencies: ["TicTacToeRules", .product(name: "Tributary", package: "tributary")],
            path: "TicTacToe/Game"
        ),
        .target(
            name: "TicTacToeLobby",
            dependencies: ["TicTacToeRules", .product(name: "Tributary", package: "tributary")],
            path: "TicTacToe/Lobby"
        ),
        .target(
            name: "TicTacToeHallOfFame",
            dependencies: ["TicTacToeRules", .product(name: "Tributary", package: "tributary")],
            path: "TicTacToe/HallOfFame"
        ),
        .target(
            name: "TicTacToeMainMenu",
            dependencies: [.product(name: "Tributary", package: "tributary")],
            path: "TicTacToe/MainMenu"
        ),
        .target(
            name: "TicTacToeApp",
            dependencies: [
                "TicTacToeGame", "TicTacToeHallOfFame", "TicTacToeLobby", "TicTacToeMainMenu",
                "TicTacToeRules",
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "TicTacToe/AppFeature"
        ),
        .executableTarget(
            name: "TicTacToe",
            dependencies: [
                "TerminalKit", "TicTacToeApp", "TicTacToeGame", "TicTacToeHallOfFame", "TicTacToeLobby",
                "TicTacToeMainMenu", "TicTacToeRules",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "TicTacToe/Program"
        ),
        .testTarget(
            name: "TicTacToeTests",
            dependencies: [
                "TerminalKit", "TicTacToe", "TicTacToeApp", "TicTacToeGame", "TicTacToeHallOfFame",
                "TicTacToeLobby",
                "TicTacToeMainMenu", "TicTacToeRules",
                .product(name: "Tributary", package: "tributary"),
                .product(name: "TributaryTesting", package: "tributary"),
            ]
        ),

        // Weather
        .target(
            name: "WeatherAPI",
            dependencies: [.product(name: "Tributary", package: "tributary")],
            path: "Weather/WeatherAPI"
        ),
        .target(
            name: "WeatherService",
            dependencies: [
                "WeatherAPI",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Weather/WeatherService"
        ),
        .target(
            name: "CitySearchFeature",
            dependencies: ["WeatherAPI", .product(name: "Tributary", package: "tributary")],
            path: "Weather/CitySearch"
        ),
        .target(
            name: "ForecastFeature",
            dependencies: ["WeatherAPI", .product(name: "Tributary", package: "tributary")],
            path: "Weather/Forecast"
        ),
        .target(
            name: "WeatherAppFeature",
            dependencies: [
                "CitySearchFeature", "ForecastFeature", "WeatherAPI",
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Weather/AppFeature"
        ),
        .target(
            name: "WeatherTerminal",
            dependencies: [
                "CitySearchFeature", "ForecastFeature", "TerminalKit", "WeatherAPI", "WeatherAppFeature",
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Weather/Terminal"
        ),
        .executableTarget(
            name: "Weather",
            dependencies: [
                "TerminalKit", "WeatherAPI", "WeatherAppFeature", "WeatherService", "WeatherTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Tributary", package: "tributary"),
            ],
            path: "Weather/Program"
        ),
        .executableTarget(
            name: "WeatherServerProgram",
            dependencies: [
                "WeatherAPI", "WeatherService",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Weather/ServerProgram"
        ),
        .testTarget(
            name: "WeatherFeaturesTests",
            dependencies: [
                "CitySearchFeature", "ForecastFeature", "TerminalKit", "WeatherAPI", "WeatherAppFeature",
                "WeatherTerminal",
                .product(name: "Tributary", package: "tributary"),
                .product(name: "TributaryTesting", package: "tributary"),
            ]
        ),
        .testTarget(
            name: "WeatherServiceTests",
            dependencies: [
                "WeatherAPI", "WeatherAppFeature", "WeatherService", "WeatherTerminal",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Tributary", package: "tributary"),
                .product(name: "TributaryTesting", package: "tributary"),
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
