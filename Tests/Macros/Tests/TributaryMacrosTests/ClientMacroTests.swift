// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("@Client writes", .timeLimit(.minutes(30)))
struct ClientMacroTests {
    @Test func `an initialiser whose ends name themselves, methods with labels, and the key`() {
        expectExpansion(
            of: """
                @Client
                public struct SpeechClient {
                    public var start: @Sendable (_ locale: Locale, Int) async throws -> Words
                    var stop: @Sendable () async -> Void, last: @Sendable () -> Words?
                    private var count: Int = 0
                    fileprivate var find: @Sendable (_ in: [Int]) throws(Absent) -> Int = { _ in 0 }
                    let version: Int = 1
                    lazy var cache = [Int]()
                    var volume: Int = 5 { didSet {} }
                    var onEnd: (@Sendable () -> Void)?
                    var summary: String { "" }
                    static var shared = SpeechClient()
                }
                """,
            is: """
                public struct SpeechClient {
                    public var start: @Sendable (_ locale: Locale, Int) async throws -> Words
                    var stop: @Sendable () async -> Void, last: @Sendable () -> Words?
                    private var count: Int = 0
                    fileprivate var find: @Sendable (_ in: [Int]) throws(Absent) -> Int = { _ in 0 }
                    let version: Int = 1
                    lazy var cache = [Int]()
                    var volume: Int = 5 { didSet {} }
                    var onEnd: (@Sendable () -> Void)?
                    var summary: String { "" }
                    static var shared = SpeechClient()

                    nonisolated public init(
                        start: @escaping @Sendable (_ locale: Locale, Int) async throws -> Words = Tributary.unimplemented("SpeechClient.start"),
                        stop: @escaping @Sendable () async -> Void = Tributary.unimplemented("SpeechClient.stop", placeholder: ()),
                        last: @escaping @Sendable () -> Words? = Tributary.unimplemented("SpeechClient.last", placeholder: nil),
                        volume: Int = 5,
                        onEnd: (@Sendable () -> Void)? = nil
                    ) {
                        self.start = start
                        self.stop = stop
                        self.last = last
                        self.volume = volume
                        self.onEnd = onEnd
                    }

                    nonisolated public func start(locale: Locale, _ argument1: Int) async throws -> Words {
                        try await self.start(locale, argument1)
                    }
                }

                extension SpeechClient: Swift.Sendable {}

                extension SpeechClient: nonisolated Tributary.DependencyKey {
                    nonisolated public static func value(in dependencies: Tributary.Dependencies) -> Self {
                        Self()
                    }
                }
                """
        )
    }

    @Test func `the code for each type of closure`() {
        expectExpansion(
            of: """
                extension Feature {
                    @available(macOS 15, *)
                    @Client
                    struct `Client` {
                        @available(*, deprecated)
                        var find: @Sendable (_ in: [Int]) throws(Absent) -> Int = { _ in 0 }
                        var show: @MainActor (_ words: Words) -> Void
                        var load: nonisolated(nonsending) @Sendable (_ number: Int) async throws(any Error) -> Int
                        var `repeat`: (@Sendable (_: Int) -> ())
                        var a, b: @Sendable () -> Void
                    }
                }
                """,
            is: """
                extension Feature {
                    @available(macOS 15, *)
                    struct `Client` {
                        @available(*, deprecated)
                        var find: @Sendable (_ in: [Int]) throws(Absent) -> Int = { _ in 0 }
                        var show: @MainActor (_ words: Words) -> Void
                        var load: nonisolated(nonsending) @Sendable (_ number: Int) async throws(any Error) -> Int
                        var `repeat`: (@Sendable (_: Int) -> ())
                        var a, b: @Sendable () -> Void

                        nonisolated init(
                            find: @escaping @Sendable (_ in: [Int]) throws(Absent) -> Int = { (fallback: @escaping @Sendable (_ in: [Int]) throws(Absent) -> Int) -> @Sendable (_ in: [Int]) throws(Absent) -> Int in
                                let report: @Sendable () -> Swift.Void = Tributary.unimplemented("Client.find", placeholder: ())
                                return { (argument0) throws(Absent) in
                                    report()
                                    return try fallback(argument0)
                                }
                            }({ _ in 0 }),
                            show: @escaping @MainActor (_ words: Words) -> Void = Tributary.unimplemented("Client.show", placeholder: ()),
                            load: nonisolated(nonsending) @escaping @Sendable (_ number: Int) async throws(any Error) -> Int = Tributary.unimplemented("Client.load"),
                            `repeat`: @escaping @Sendable (_: Int) -> () = Tributary.unimplemented("Client.repeat", placeholder: ()),
                            a: @escaping @Sendable () -> Void = Tributary.unimplemented("Client.a", placeholder: ()),
                            b: @escaping @Sendable () -> Void = Tributary.unimplemented("Client.b", placeholder: ())
                        ) {
                            self.find = find
                            self.show = show
                            self.load = load
                            self.`repeat` = `repeat`
                            self.a = a
                            self.b = b
                        }

                        @available(*, deprecated)
                        nonisolated func find(`in` argument0: [Int]) throws(Absent) -> Int {
                            try self.find(argument0)
                        }

                        @MainActor
                        func show(words: Words) -> Void {
                            self.show(words)
                        }

                        nonisolated(nonsending) func load(number: Int) async throws(any Error) -> Int {
                            try await self.load(number)
                        }
                    }
                }

                @available(macOS 15, *)
                extension Feature.`Client`: Swift.Sendable {}

                @available(macOS 15, *)
                extension Feature.`Client`: nonisolated Tributary.DependencyKey {
                    nonisolated static func value(in dependencies: Tributary.Dependencies) -> Self {
                        Self()
                    }
                }
                """
        )
    }

    @Test func `no conformance if there is one`() {
        expectExpansion(
            of: """
                @Client
                struct Nothing {
                }
                """,
            is: """
                struct Nothing {

                    nonisolated init() {}
                }
                """,
            conforming: true
        )
    }
}
