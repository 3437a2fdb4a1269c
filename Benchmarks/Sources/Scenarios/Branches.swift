// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A parent whose actions have a hundred cases for children, as `@CasePathable` would write them.
struct Branches: Reducer {
    struct Leaf: Reducer {
        struct State { var count = 0 }
        enum Action: Sendable { case increment, decrement }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .increment: state.count &+= 1
                case .decrement: state.count &-= 1
                }
            }
        }
    }

    struct State {
        var count = 0
        var leaf = Leaf.State()
    }

    var body: some Reducer<State, Action> {
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    /// One of the children.
    ///
    /// - Parameters:
    ///   - number: The number of its case.
    ///   - isAsked: Whether its path is one of which the enum knows nothing.
    /// - Returns: The child, as a step of the parent.
    static func child(_ number: Int, isAsked: Bool) -> Scope<State, Action> {
        if isAsked { return Scope(state: \.leaf, action: \.[asked: number]) { Leaf() } }
        return Scope(state: \.leaf, action: \.[number]) { Leaf() }
    }
}

extension Branches {
    enum Action: CasePathable, Sendable {
        case increment
        case child00(Leaf.Action), child01(Leaf.Action), child02(Leaf.Action), child03(Leaf.Action)
        case child04(Leaf.Action), child05(Leaf.Action), child06(Leaf.Action), child07(Leaf.Action)
        case child08(Leaf.Action), child09(Leaf.Action), child10(Leaf.Action), child11(Leaf.Action)
        case child12(Leaf.Action), child13(Leaf.Action), child14(Leaf.Action), child15(Leaf.Action)
        case child16(Leaf.Action), child17(Leaf.Action), child18(Leaf.Action), child19(Leaf.Action)
        case child20(Leaf.Action), child21(Leaf.Action), child22(Leaf.Action), child23(Leaf.Action)
        case child24(Leaf.Action), child25(Leaf.Action), child26(Leaf.Action), child27(Leaf.Action)
        case child28(Leaf.Action), child29(Leaf.Action), child30(Leaf.Action), child31(Leaf.Action)
        case child32(Leaf.Action), child33(Leaf.Action), child34(Leaf.Action), child35(Leaf.Action)
        case child36(Leaf.Action), child37(Leaf.Action), child38(Leaf.Action), child39(Leaf.Action)
        case child40(Leaf.Action), child41(Leaf.Action), child42(Leaf.Action), child43(Leaf.Action)
        case child44(Leaf.Action), child45(Leaf.Action), child46(Leaf.Action), child47(Leaf.Action)
        case child48(Leaf.Action), child49(Leaf.Action), child50(Leaf.Action), child51(Leaf.Action)
        case child52(Leaf.Action), child53(Leaf.Action), child54(Leaf.Action), child55(Leaf.Action)
        case child56(Leaf.Action), child57(Leaf.Action), child58(Leaf.Action), child59(Leaf.Action)
        case child60(Leaf.Action), child61(Leaf.Action), child62(Leaf.Action), child63(Leaf.Action)
        case child64(Leaf.Action), child65(Leaf.Action), child66(Leaf.Action), child67(Leaf.Action)
        case child68(Leaf.Action), child69(Leaf.Action), child70(Leaf.Action), child71(Leaf.Action)
        case child72(Leaf.Action), child73(Leaf.Action), child74(Leaf.Action), child75(Leaf.Action)
        case child76(Leaf.Action), child77(Leaf.Action), child78(Leaf.Action), child79(Leaf.Action)
        case child80(Leaf.Action), child81(Leaf.Action), child82(Leaf.Action), child83(Leaf.Action)
        case child84(Leaf.Action), child85(Leaf.Action), child86(Leaf.Action), child87(Leaf.Action)
        case child88(Leaf.Action), child89(Leaf.Action), child90(Leaf.Action), child91(Leaf.Action)
        case child92(Leaf.Action), child93(Leaf.Action), child94(Leaf.Action), child95(Leaf.Action)
        case child96(Leaf.Action), child97(Leaf.Action), child98(Leaf.Action), child99(Leaf.Action)

        struct AllCasePaths: Sendable {
            subscript(number: Int) -> CasePath<Action, Leaf.Action> {
                CasePath(
                    index: number,
                    embed: Action.children[number],
                    extract: Action.extractions[number]
                )
            }

            /// The same path, of which the enum knows nothing.
            subscript(asked number: Int) -> CasePath<Action, Leaf.Action> {
                let path = self[number]
                return CasePath(embed: { path.embed($0) }, extract: { path.extract(from: $0) })
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }

        private static let extractions: [@Sendable (Action) -> Leaf.Action?] = [
            { if case .child00(let action) = $0 { action } else { nil } },
            { if case .child01(let action) = $0 { action } else { nil } },
            { if case .child02(let action) = $0 { action } else { nil } },
            { if case .child03(let action) = $0 { action } else { nil } },
            { if case .child04(let action) = $0 { action } else { nil } },
            { if case .child05(let action) = $0 { action } else { nil } },
            { if case .child06(let action) = $0 { action } else { nil } },
            { if case .child07(let action) = $0 { action } else { nil } },
            { if case .child08(let action) = $0 { action } else { nil } },
            { if case .child09(let action) = $0 { action } else { nil } },
            { if case .child10(let action) = $0 { action } else { nil } },
            { if case .child11(let action) = $0 { action } else { nil } },
            { if case .child12(let action) = $0 { action } else { nil } },
            { if case .child13(let action) = $0 { action } else { nil } },
            { if case .child14(let action) = $0 { action } else { nil } },
            { if case .child15(let action) = $0 { action } else { nil } },
            { if case .child16(let action) = $0 { action } else { nil } },
            { if case .child17(let action) = $0 { action } else { nil } },
            { if case .child18(let action) = $0 { action } else { nil } },
            { if case .child19(let action) = $0 { action } else { nil } },
            { if case .child20(let action) = $0 { action } else { nil } },
            { if case .child21(let action) = $0 { action } else { nil } },
            { if case .child22(let action) = $0 { action } else { nil } },
            { if case .child23(let action) = $0 { action } else { nil } },
            { if case .child24(let action) = $0 { action } else { nil } },
            { if case .child25(let action) = $0 { action } else { nil } },
            { if case .child26(let action) = $0 { action } else { nil } },
            { if case .child27(let action) = $0 { action } else { nil } },
            { if case .child28(let action) = $0 { action } else { nil } },
            { if case .child29(let action) = $0 { action } else { nil } },
            { if case .child30(let action) = $0 { action } else { nil } },
            { if case .child31(let action) = $0 { action } else { nil } },
            { if case .child32(let action) = $0 { action } else { nil } },
            { if case .child33(let action) = $0 { action } else { nil } },
            { if case .child34(let action) = $0 { action } else { nil } },
            { if case .child35(let action) = $0 { action } else { nil } },
            { if case .child36(let action) = $0 { action } else { nil } },
            { if case .child37(let action) = $0 { action } else { nil } },
            { if case .child38(let action) = $0 { action } else { nil } },
            { if case .child39(let action) = $0 { action } else { nil } },
            { if case .child40(let action) = $0 { action } else { nil } },
            { if case .child41(let action) = $0 { action } else { nil } },
            { if case .child42(let action) = $0 { action } else { nil } },
            { if case .child43(let action) = $0 { action } else { nil } },
            { if case .child44(let action) = $0 { action } else { nil } },
            { if case .child45(let action) = $0 { action } else { nil } },
            { if case .child46(let action) = $0 { action } else { nil } },
            { if case .child47(let action) = $0 { action } else { nil } },
            { if case .child48(let action) = $0 { action } else { nil } },
            { if case .child49(let action) = $0 { action } else { nil } },
            { if case .child50(let action) = $0 { action } else { nil } },
            { if case .child51(let action) = $0 { action } else { nil } },
            { if case .child52(let action) = $0 { action } else { nil } },
            { if case .child53(let action) = $0 { action } else { nil } },
            { if case .child54(let action) = $0 { action } else { nil } },
            { if case .child55(let action) = $0 { action } else { nil } },
            { if case .child56(let action) = $0 { action } else { nil } },
            { if case .child57(let action) = $0 { action } else { nil } },
            { if case .child58(let action) = $0 { action } else { nil } },
            { if case .child59(let action) = $0 { action } else { nil } },
            { if case .child60(let action) = $0 { action } else { nil } },
            { if case .child61(let action) = $0 { action } else { nil } },
            { if case .child62(let action) = $0 { action } else { nil } },
            { if case .child63(let action) = $0 { action } else { nil } },
            { if case .child64(let action) = $0 { action } else { nil } },
            { if case .child65(let action) = $0 { action } else { nil } },
            { if case .child66(let action) = $0 { action } else { nil } },
            { if case .child67(let action) = $0 { action } else { nil } },
            { if case .child68(let action) = $0 { action } else { nil } },
            { if case .child69(let action) = $0 { action } else { nil } },
            { if case .child70(let action) = $0 { action } else { nil } },
            { if case .child71(let action) = $0 { action } else { nil } },
            { if case .child72(let action) = $0 { action } else { nil } },
            { if case .child73(let action) = $0 { action } else { nil } },
            { if case .child74(let action) = $0 { action } else { nil } },
            { if case .child75(let action) = $0 { action } else { nil } },
            { if case .child76(let action) = $0 { action } else { nil } },
            { if case .child77(let action) = $0 { action } else { nil } },
            { if case .child78(let action) = $0 { action } else { nil } },
            { if case .child79(let action) = $0 { action } else { nil } },
            { if case .child80(let action) = $0 { action } else { nil } },
            { if case .child81(let action) = $0 { action } else { nil } },
            { if case .child82(let action) = $0 { action } else { nil } },
            { if case .child83(let action) = $0 { action } else { nil } },
            { if case .child84(let action) = $0 { action } else { nil } },
            { if case .child85(let action) = $0 { action } else { nil } },
            { if case .child86(let action) = $0 { action } else { nil } },
            { if case .child87(let action) = $0 { action } else { nil } },
            { if case .child88(let action) = $0 { action } else { nil } },
            { if case .child89(let action) = $0 { action } else { nil } },
            { if case .child90(let action) = $0 { action } else { nil } },
            { if case .child91(let action) = $0 { action } else { nil } },
            { if case .child92(let action) = $0 { action } else { nil } },
            { if case .child93(let action) = $0 { action } else { nil } },
            { if case .child94(let action) = $0 { action } else { nil } },
            { if case .child95(let action) = $0 { action } else { nil } },
            { if case .child96(let action) = $0 { action } else { nil } },
            { if case .child97(let action) = $0 { action } else { nil } },
            { if case .child98(let action) = $0 { action } else { nil } },
            { if case .child99(let action) = $0 { action } else { nil } },
        ]

        private static let children: [@Sendable (Leaf.Action) -> Action] = [
            child00, child01, child02, child03, child04, child05, child06, child07, child08, child09,
            child10, child11, child12, child13, child14, child15, child16, child17, child18, child19,
            child20, child21, child22, child23, child24, child25, child26, child27, child28, child29,
            child30, child31, child32, child33, child34, child35, child36, child37, child38, child39,
            child40, child41, child42, child43, child44, child45, child46, child47, child48, child49,
            child50, child51, child52, child53, child54, child55, child56, child57, child58, child59,
            child60, child61, child62, child63, child64, child65, child66, child67, child68, child69,
            child70, child71, child72, child73, child74, child75, child76, child77, child78, child79,
            child80, child81, child82, child83, child84, child85, child86, child87, child88, child89,
            child90, child91, child92, child93, child94, child95, child96, child97, child98, child99,
        ]

        @inline(__always)
        static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .increment: nil
            case .child00: 0
            case .child01: 1
            case .child02: 2
            case .child03: 3
            case .child04: 4
            case .child05: 5
            case .child06: 6
            case .child07: 7
            case .child08: 8
            case .child09: 9
            case .child10: 10
            case .child11: 11
            case .child12: 12
            case .child13: 13
            case .child14: 14
            case .child15: 15
            case .child16: 16
            case .child17: 17
            case .child18: 18
            case .child19: 19
            case .child20: 20
            case .child21: 21
            case .child22: 22
            case .child23: 23
            case .child24: 24
            case .child25: 25
            case .child26: 26
            case .child27: 27
            case .child28: 28
            case .child29: 29
            case .child30: 30
            case .child31: 31
            case .child32: 32
            case .child33: 33
            case .child34: 34
            case .child35: 35
            case .child36: 36
            case .child37: 37
            case .child38: 38
            case .child39: 39
            case .child40: 40
            case .child41: 41
            case .child42: 42
            case .child43: 43
            case .child44: 44
            case .child45: 45
            case .child46: 46
            case .child47: 47
            case .child48: 48
            case .child49: 49
            case .child50: 50
            case .child51: 51
            case .child52: 52
            case .child53: 53
            case .child54: 54
            case .child55: 55
            case .child56: 56
            case .child57: 57
            case .child58: 58
            case .child59: 59
            case .child60: 60
            case .child61: 61
            case .child62: 62
            case .child63: 63
            case .child64: 64
            case .child65: 65
            case .child66: 66
            case .child67: 67
            case .child68: 68
            case .child69: 69
            case .child70: 70
            case .child71: 71
            case .child72: 72
            case .child73: 73
            case .child74: 74
            case .child75: 75
            case .child76: 76
            case .child77: 77
            case .child78: 78
            case .child79: 79
            case .child80: 80
            case .child81: 81
            case .child82: 82
            case .child83: 83
            case .child84: 84
            case .child85: 85
            case .child86: 86
            case .child87: 87
            case .child88: 88
            case .child89: 89
            case .child90: 90
            case .child91: 91
            case .child92: 92
            case .child93: 93
            case .child94: 94
            case .child95: 95
            case .child96: 96
            case .child97: 97
            case .child98: 98
            case .child99: 99
            }
        }
    }
}
