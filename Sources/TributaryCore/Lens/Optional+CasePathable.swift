// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Optional: CasePathable {
    /// The paths of the cases, by name.
    public struct AllCasePaths: Sendable {
        /// The value, if there is one.
        public var some: CasePath<Wrapped?, Wrapped> {
            CasePath(named: "some", embed: { $0 }, extract: { $0 })
        }

        /// That there is no value.
        public var none: CasePath<Wrapped?, Void> {
            CasePath(named: "none", embed: { nil }, extract: { if case .none = $0 { () } else { nil } })
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
