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
                    extract: { visitCase(of: $0, Extraction(number: number)) }
                )
            }

            /// The same path, of which the enum knows nothing.
            subscript(asked number: Int) -> CasePath<Action, Leaf.Action> {
                let path = self[number]
                return CasePath(embed: { path.embed($0) }, extract: { path.extract(from: $0) })
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }

        private struct Extraction: CaseVisitor {
            let number: Int
            func visit<Payload>(_ index: Int, _ payload: Payload) -> Leaf.Action? {
                index == number ? payload as? Leaf.Action : nil
            }
            func visitOther() -> Leaf.Action? { nil }
        }

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
        static func visitCase<Visitor: CaseVisitor>(of value: Self, _ visitor: Visitor) -> Visitor.Output {
            switch value {
            case .increment: visitor.visitOther()
            case .child00(let action): visitor.visit(0, action)
            case .child01(let action): visitor.visit(1, action)
            case .child02(let action): visitor.visit(2, action)
            case .child03(let action): visitor.visit(3, action)
            case .child04(let action): visitor.visit(4, action)
            case .child05(let action): visitor.visit(5, action)
            case .child06(let action): visitor.visit(6, action)
            case .child07(let action): visitor.visit(7, action)
            case .child08(let action): visitor.visit(8, action)
            case .child09(let action): visitor.visit(9, action)
            case .child10(let action): visitor.visit(10, action)
            case .child11(let action): visitor.visit(11, action)
            case .child12(let action): visitor.visit(12, action)
            case .child13(let action): visitor.visit(13, action)
            case .child14(let action): visitor.visit(14, action)
            case .child15(let action): visitor.visit(15, action)
            case .child16(let action): visitor.visit(16, action)
            case .child17(let action): visitor.visit(17, action)
            case .child18(let action): visitor.visit(18, action)
            case .child19(let action): visitor.visit(19, action)
            case .child20(let action): visitor.visit(20, action)
            case .child21(let action): visitor.visit(21, action)
            case .child22(let action): visitor.visit(22, action)
            case .child23(let action): visitor.visit(23, action)
            case .child24(let action): visitor.visit(24, action)
            case .child25(let action): visitor.visit(25, action)
            case .child26(let action): visitor.visit(26, action)
            case .child27(let action): visitor.visit(27, action)
            case .child28(let action): visitor.visit(28, action)
            case .child29(let action): visitor.visit(29, action)
            case .child30(let action): visitor.visit(30, action)
            case .child31(let action): visitor.visit(31, action)
            case .child32(let action): visitor.visit(32, action)
            case .child33(let action): visitor.visit(33, action)
            case .child34(let action): visitor.visit(34, action)
            case .child35(let action): visitor.visit(35, action)
            case .child36(let action): visitor.visit(36, action)
            case .child37(let action): visitor.visit(37, action)
            case .child38(let action): visitor.visit(38, action)
            case .child39(let action): visitor.visit(39, action)
            case .child40(let action): visitor.visit(40, action)
            case .child41(let action): visitor.visit(41, action)
            case .child42(let action): visitor.visit(42, action)
            case .child43(let action): visitor.visit(43, action)
            case .child44(let action): visitor.visit(44, action)
            case .child45(let action): visitor.visit(45, action)
            case .child46(let action): visitor.visit(46, action)
            case .child47(let action): visitor.visit(47, action)
            case .child48(let action): visitor.visit(48, action)
            case .child49(let action): visitor.visit(49, action)
            case .child50(let action): visitor.visit(50, action)
            case .child51(let action): visitor.visit(51, action)
            case .child52(let action): visitor.visit(52, action)
            case .child53(let action): visitor.visit(53, action)
            case .child54(let action): visitor.visit(54, action)
            case .child55(let action): visitor.visit(55, action)
            case .child56(let action): visitor.visit(56, action)
            case .child57(let action): visitor.visit(57, action)
            case .child58(let action): visitor.visit(58, action)
            case .child59(let action): visitor.visit(59, action)
            case .child60(let action): visitor.visit(60, action)
            case .child61(let action): visitor.visit(61, action)
            case .child62(let action): visitor.visit(62, action)
            case .child63(let action): visitor.visit(63, action)
            case .child64(let action): visitor.visit(64, action)
            case .child65(let action): visitor.visit(65, action)
            case .child66(let action): visitor.visit(66, action)
            case .child67(let action): visitor.visit(67, action)
            case .child68(let action): visitor.visit(68, action)
            case .child69(let action): visitor.visit(69, action)
            case .child70(let action): visitor.visit(70, action)
            case .child71(let action): visitor.visit(71, action)
            case .child72(let action): visitor.visit(72, action)
            case .child73(let action): visitor.visit(73, action)
            case .child74(let action): visitor.visit(74, action)
            case .child75(let action): visitor.visit(75, action)
            case .child76(let action): visitor.visit(76, action)
            case .child77(let action): visitor.visit(77, action)
            case .child78(let action): visitor.visit(78, action)
            case .child79(let action): visitor.visit(79, action)
            case .child80(let action): visitor.visit(80, action)
            case .child81(let action): visitor.visit(81, action)
            case .child82(let action): visitor.visit(82, action)
            case .child83(let action): visitor.visit(83, action)
            case .child84(let action): visitor.visit(84, action)
            case .child85(let action): visitor.visit(85, action)
            case .child86(let action): visitor.visit(86, action)
            case .child87(let action): visitor.visit(87, action)
            case .child88(let action): visitor.visit(88, action)
            case .child89(let action): visitor.visit(89, action)
            case .child90(let action): visitor.visit(90, action)
            case .child91(let action): visitor.visit(91, action)
            case .child92(let action): visitor.visit(92, action)
            case .child93(let action): visitor.visit(93, action)
            case .child94(let action): visitor.visit(94, action)
            case .child95(let action): visitor.visit(95, action)
            case .child96(let action): visitor.visit(96, action)
            case .child97(let action): visitor.visit(97, action)
            case .child98(let action): visitor.visit(98, action)
            case .child99(let action): visitor.visit(99, action)
            }
        }
    }
}
