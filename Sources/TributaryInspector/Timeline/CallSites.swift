// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if Inspector && os(Linux)
import Runtime
#endif

/// Where actions were sent from outside, found by the calls that led to them.
///
/// It belongs to a store's actor, on which it notes addresses. What they mean is looked up when somebody asks, elsewhere, and
/// once for each way through the program.
final class CallSites {
    /// The way through the program that led to an action: its place in the list of those that were met.
    typealias Number = Int

    #if Inspector && os(Linux)
    /// What the program consists of, which takes a hundred times as long to find out as who called.
    private static let images = ImageMap.capture()

    private var numbers: [[Backtrace.Address]: Number] = [:]
    private var calls: [Backtrace] = []
    let found: FoundSites

    /// - Parameter tell: Called from anywhere, when something was looked up.
    init(tell: @escaping @Sendable () -> Void = {}) { found = FoundSites(tell: tell) }

    /// Notes who called; `nil` if that cannot be told.
    func note() -> Number? {
        let calls = try? Backtrace.capture(algorithm: .fast, limit: 64, top: 0, images: Self.images)
        guard let calls else { return nil }
        let addresses = calls.frames.map(\.originalProgramCounter)
        if let number = numbers[addresses] { return number }
        guard numbers.count < 10_000 else { return nil }
        numbers[addresses] = numbers.count
        self.calls.append(calls)
        return numbers.count - 1
    }

    /// The file and the line; `nil` where they are not known, or not yet.
    func site(_ number: Number) -> String? { found.site(number, calls[number]) }

    /// Whether that may be known later.
    func isLookedUp(_ number: Number) -> Bool { found.isLookedUp(number) }
    #else
    init(tell: @escaping @Sendable () -> Void = {}) {}

    func note() -> Number? { nil }
    func site(_ number: Number) -> String? { nil }
    func isLookedUp(_ number: Number) -> Bool { false }
    #endif
}

#if Inspector && os(Linux)
/// The files and lines that were looked up.
final class FoundSites: Sendable {
    private struct State {
        /// Of those that were looked up, the ones that nobody wrote have none.
        var sites: [Int: String?] = [:]
        var pending: Set<Int> = []
        var last: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let tell: @Sendable () -> Void

    init(tell: @escaping @Sendable () -> Void) { self.tell = tell }

    func isLookedUp(_ number: Int) -> Bool { state.withLock { $0.pending.contains(number) } }

    /// What was found; looks it up, one after the other, with what no app waits for.
    func site(_ number: Int, _ calls: Backtrace) -> String? {
        state.withLock { state in
            if let site = state.sites[number] { return site }
            guard state.pending.insert(number).inserted else { return nil }
            state.last = Task.detached(priority: .utility) { [self, last = state.last] in
                await last?.value
                let site = calls.symbolicated()?.frames.lazy.compactMap(\.callSite).first
                self.state.withLock { state in
                    state.sites[number] = .some(site)
                    state.pending.remove(number)
                }
                if site != nil { tell() }
            }
            return nil
        }
    }

    /// Waits until everything is looked up that was asked for.
    func isSettled() async { await state.withLock { $0.last }?.value }
}

extension SymbolicatedBacktrace.Frame {
    /// The modules between whoever sends an action and the inspector.
    private static let own: Set<Substring> = [
        "Tributary", "TributaryCore", "TributaryUndo", "TributaryComponents", "TributaryCombine",
        "TributarySwiftUI",
        "TributaryJournal", "TributaryInspector",
    ]

    /// The file and the line as effects have them, unless they are the library's or nobody's.
    fileprivate var callSite: String? {
        guard let symbol, let place = symbol.sourceLocation, place.line > 0,
            let file = place.path.split(separator: "/").last, file.hasSuffix(".swift")
        else { return nil }
        // The code of a `main.swift` has a symbol that is none of Swift.
        let module = Self.module(symbol.rawName) ?? symbol.imageName[...]
        return Self.own.contains(module) ? nil : "\(module)/\(file):\(place.line)"
    }

    /// The module that a symbol of Swift is of: `$s` and the length of the name are before it.
    private static func module(_ symbol: String) -> Substring? {
        guard symbol.hasPrefix("$s") else { return nil }
        let rest = symbol.dropFirst(2)
        let digits = rest.prefix { $0.isNumber }
        guard let length = Int(digits) else { return nil }
        return rest.dropFirst(digits.count).prefix(length)
    }
}
#endif
