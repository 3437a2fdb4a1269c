// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore

@testable import TributaryLog

/// Actions with payloads of many kinds, in as many versions as there are rules.
enum Ledger<Rules: LedgerRules>: Journaled {
    case booked(Payload, note: String)
    case moved([Payload])
    case till(Safe<Rules>)
    case added(Int)

    static var coding: ActionCoding<Self> { Rules.coding }

    static func random(_ random: inout Splitmix) -> Self {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .booked(Payload(&random), note: Payload.text(&random))
        case 1: .moved((0..<2).map { _ in Payload(&random) })
        case 2: .till(.filled(Payload(&random)))
        default: .added(Int.random(in: .min ... .max, using: &random))
        }
    }

    /// The result of `TouchingRules`.
    var touched: Self {
        if case .booked(let payload, _) = self { .booked(payload, note: "touched") } else { self }
    }

    struct AllCasePaths {
        var booked: CasePath<Ledger, (Payload, note: String)> {
            CasePath(named: "booked", embed: { .booked($0.0, note: $0.note) }) {
                if case .booked(let payload, let note) = $0 { (payload, note) } else { nil }
            }
        }
        var moved: CasePath<Ledger, [Payload]> {
            CasePath(named: "moved", embed: { .moved($0) }) {
                if case .moved(let payloads) = $0 { payloads } else { nil }
            }
        }
        var till: CasePath<Ledger, Safe<Rules>> {
            CasePath(named: "till", embed: { .till($0) }) {
                if case .till(let safe) = $0 { safe } else { nil }
            }
        }
        var added: CasePath<Ledger, Int> {
            CasePath(named: "added", embed: { .added($0) }) {
                if case .added(let number) = $0 { number } else { nil }
            }
        }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// A child, whose version is that of the rules.
enum Safe<Rules: LedgerRules>: Journaled {
    case filled(Payload)

    static var coding: ActionCoding<Self> { Rules.childCoding }

    struct AllCasePaths {
        var filled: CasePath<Safe, Payload> {
            CasePath(named: "filled", embed: { .filled($0) }) {
                if case .filled(let all) = $0 { all } else { nil }
            }
        }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
}

protocol LedgerRules: SendableMetatype {
    static var coding: ActionCoding<Ledger<Self>> { get }
    static var childCoding: ActionCoding<Safe<Self>> { get }
}

extension LedgerRules {
    static var childCoding: ActionCoding<Safe<Self>> { .version(1) }
}

enum FirstRules: LedgerRules {
    static var coding: ActionCoding<Ledger<Self>> { .version(1) }
}

/// A version without rules.
enum SecondRules: LedgerRules {
    static var coding: ActionCoding<Ledger<Self>> { .version(2).child(\.till) }
}

/// Rules for none of the cases with payloads.
enum OtherRules: LedgerRules {
    static var coding: ActionCoding<Ledger<Self>> {
        .version(4).renamed("increased", to: \.added, in: 2).dropped("vanished", in: 3)
            .upgraded(\.added, in: 4) { _ in }
            .child(\.till)
    }
}

/// A rule of a child, and none of its parent.
enum ChildRules: LedgerRules {
    static var coding: ActionCoding<Ledger<Self>> { .version(3).child(\.till) }
    static var childCoding: ActionCoding<Safe<Self>> { .version(2).upgraded(\.filled, in: 2) { _ in } }
}

/// Rules that change the payloads of most entries, and no numbers in them.
enum TouchingRules: LedgerRules {
    static var coding: ActionCoding<Ledger<Self>> {
        .version(3).upgraded(\.booked, in: 2) { $0["note"] = "touched" }
            .upgraded(\.moved, in: 3) { fields in
                guard case .array(let payloads)? = fields["_0"] else { return }
                fields["_0"] = .array(payloads)
            }
            .child(\.till)
    }
    static var childCoding: ActionCoding<Safe<Self>> {
        .version(2).upgraded(\.filled, in: 2) { $0["new"] = 1 }
    }
}

/// One value of each kind that loses something if it is taken for another.
struct Payload: Codable {
    var money: Decimal
    var identifiers: [UInt64]
    var counts: [Int64]
    var ratio: Double
    var angle: Float
    var byName: [String: Double]
    var byNumber: [Int: Decimal]
    var data: Data
    var date: Date
    var isDone: Bool?
    var text: String
    var inner: [Inner]

    indirect enum Inner: Codable {
        case number(Decimal)
        case more(Inner?, text: String)
    }

    init(_ random: inout Splitmix) {
        func some<Value>(_ make: () -> Value) -> [Value] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in make() }
        }
        func inner(_ depth: Int) -> Inner {
            depth == 0 ? .number(Self.decimal(&random)) : .more(inner(depth - 1), text: Self.text(&random))
        }
        money = Self.decimal(&random)
        identifiers = some {
            [.max, UInt64(Int64.max) + 1, random.next()].randomElement(using: &random) ?? 0
        }
        counts = some {
            [.min, .max, 9_007_199_254_740_993, Int64(bitPattern: random.next())].randomElement(
                using: &random
            ) ?? 0
        }
        ratio = Self.double(&random)
        angle =
            [-0.0, .greatestFiniteMagnitude, Float(Self.double(&random).remainder(dividingBy: 1_000))]
            .randomElement(using: &random) ?? 0
        byName = Dictionary(some { (Self.text(&random), Self.double(&random)) }) { first, _ in first }
        byNumber = Dictionary(some { (Int(truncatingIfNeeded: random.next()), Self.decimal(&random)) }) { $1 }
        data = Data(some { UInt8(truncatingIfNeeded: random.next()) })
        date = Date(timeIntervalSinceReferenceDate: Self.double(&random).remainder(dividingBy: 1e10))
        isDone = [nil, true, false].randomElement(using: &random) ?? nil
        text = Self.text(&random)
        self.inner = some { inner(Int.random(in: 0...4, using: &random)) }
    }

    private static func decimal(_ random: inout Splitmix) -> Decimal {
        // Up to 38 digits, of which a double has 17.
        let digits = (0..<Int.random(in: 1...37, using: &random)).map { _ in
            Int.random(in: 0...9, using: &random)
        }
        let exponent = Int.random(in: -60...60, using: &random)
        let text =
            (Bool.random(using: &random) ? "-" : "") + digits.map(String.init).joined() + "e\(exponent)"
        return Decimal(string: text) ?? 0
    }

    private static func double(_ random: inout Splitmix) -> Double {
        let bits = Double(bitPattern: random.next())
        let special = [
            -0.0, 0.1, 1e20, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -1, 0x1p53, 0.1 + 0.2,
        ]
        return Bool.random(using: &random) && bits.isFinite
            ? bits : special.randomElement(using: &random) ?? 0
    }

    static func text(_ random: inout Splitmix) -> String {
        [
            "", "a/b", "\"\\", "\u{0}\u{1f}", "e\u{301}", "é", "🙂", "}],{", "\u{2028}", "1e5", "null",
            "\\u0041",
        ]
        .randomElement(using: &random) ?? ""
    }
}

struct Splitmix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
