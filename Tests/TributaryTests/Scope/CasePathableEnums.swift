// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// Every shape of payload that a case can have.
@CasePathable
enum Shape: Equatable {
    case empty
    case one(Int)
    case other(Int)
    case labelled(code: Int)
    case many(x: Int, String, last: Bool = true)
    case tuple((left: Int, right: Int))
    case optional(Int?)
    case void(Void)
    case impossible(Never)
    case `default`(Int), `self`, `init`(Int), `two words`(String)
    indirect case nested(Self)
    #if os(Linux)
    case platform(String)
    #else
    case platform(Int)
    #endif

    // Same names as cases, distinguished by their types.
    static func one(_ text: String) -> Shape { .one(text.count) }
    func other(_ number: Int) -> Int { number }

    static func == (left: Shape, right: Shape) -> Bool { "\(left)" == "\(right)" }
}

/// Payloads that cannot be compared or sent.
@CasePathable
enum Work {
    case run(() -> Int)
    case runConcurrently(@Sendable (Int) async throws -> Void)
    case hold(Box)
    case fail(any Error)

    final class Box {
        var number = 0
    }
}

@CasePathable
indirect enum Tree: Equatable, Sendable {
    case leaf(Int)
    case branch(Tree, Tree)
}

@CasePathable
enum Loadable<Value: Equatable>: Equatable {
    case loading
    case loaded(Value)
    case failed(Value?, message: String)
}

@CasePathable
enum Nothing {}

@CasePathable
@MainActor
enum Isolated {
    case shown(Int)
}

@CasePathable
enum Versioned {
    @available(*, deprecated, message: "use 'current'")
    case former(Int)
    case current(Int)
    @available(*, unavailable)
    case never
}

@CasePathable
private enum Secret {
    case told(String)
}

/// Contains enums that use the declarations around them.
struct Feature<Element: Hashable> {
    struct Row: Equatable {
        var number: Int
    }

    @CasePathable
    enum Action: Equatable {
        case row(Row)
        case element(Element)
        case input(Input)
        case hidden(Bool)

        enum Input: Equatable { case changed }
    }

    // A macro cannot see declarations in other files, so the conformance is written here.
    @CasePathable
    private enum Step: CasePathable {
        case first(Hidden)
        case second
    }

    private struct Hidden {
        var number: Int
    }

    static func numberOfFirstStep(_ number: Int) -> Int? {
        Step.first(Hidden(number: number))[case: \.first]?.number
    }
}

extension Feature {
    @CasePathable
    enum Output: Equatable {
        case finished(Row)
    }
}

func whatIsTold(_ text: String) -> String? {
    Secret.told(text)[case: \.told]
}
