// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if Inspector && os(Linux)
import CStack
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

    /// How many calls are told apart.
    private static let limit = 64

    /// The ways by the hash values of their addresses, each the next free number after it if others have the same.
    private var numbers: [UInt: Number] = [:]
    private var ways: [(addresses: [UInt], calls: Backtrace)] = []

    /// Where asynchronous functions go on that called: whoever awaits them is not on the stack.
    private var resumptions: Set<UInt> = []
    private let calls = UnsafeMutablePointer<stack_call>.allocate(capacity: limit)
    let found: FoundSites

    /// - Parameter tell: Called from anywhere, when something was looked up.
    init(tell: @escaping @Sendable () -> Void = {}) { found = FoundSites(tell: tell) }

    deinit { calls.deallocate() }

    /// Notes who called; `nil` if that cannot be told.
    ///
    /// Follows the frame pointers, and has the calls captured, which takes microseconds, once for each way.
    func note() -> Number? {
        var count = awaited(Int(stack_calls(calls, Int32(Self.limit))))
        if let number = numbers[place(count)] { return number }
        guard ways.count < 10_000 else { return nil }
        let limit = Self.limit
        let captured = try? Backtrace.capture(algorithm: .fast, limit: limit, top: 0, images: Self.images)
        guard let captured else { return nil }
        if let resumption = captured.resumption, resumptions.insert(resumption).inserted {
            count = awaited(count)
            if let number = numbers[place(count)] { return number }
        }
        numbers[place(count)] = ways.count
        ways.append(((0..<count).map { calls[$0].return_address }, captured))
        return ways.count - 1
    }

    /// Replaces what is below an asynchronous function, its executor, by those that await it.
    ///
    /// Returns how many calls there are then.
    private func awaited(_ count: Int) -> Int {
        guard !resumptions.isEmpty,
            let index = (0..<count).first(where: { resumptions.contains(calls[$0].return_address) })
        else { return count }
        // The word below its frame points to its context, which begins with the one that awaits it, and where that goes on.
        guard var context = UnsafePointer<UInt>(bitPattern: calls[index].frame) else { return index + 1 }
        context -= 1
        var count = index + 1
        while count < Self.limit, let awaiting = UnsafePointer<UInt>(bitPattern: context.pointee) {
            calls[count] = stack_call(return_address: awaiting[1], frame: 0)
            count += 1
            context = awaiting
        }
        return count
    }

    /// The place in the table of those who called, or the one that is free for them.
    private func place(_ count: Int) -> UInt {
        var place: UInt = 0
        for index in 0..<count { place = (place ^ calls[index].return_address) &* 0x9E37_79B9_7F4A_7C15 }
        place ^= place >> 32
        while let number = numbers[place] {
            let way = ways[number].addresses
            if way.count == count, (0..<count).allSatisfy({ way[$0] == calls[$0].return_address }) { break }
            place &+= 1
        }
        return place
    }

    /// The file and the line; `nil` where they are not known, or not yet.
    func site(_ number: Number) -> String? { found.site(number, ways[number].calls) }

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

extension Backtrace {
    /// Where the first asynchronous function on the stack goes on.
    fileprivate var resumption: UInt? {
        var last: UInt?
        for frame in frames {
            if case .asyncResumePoint = frame { return last }
            last = UInt(frame.originalProgramCounter)
        }
        return nil
    }
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
