// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Optional: CasePathable {
    /// The paths of the cases, by name, and those of the cases of the value.
    ///
    /// `\.destination.edit` is a screen that may be there, one of several.
    @dynamicMemberLookup
    public struct AllCasePaths: Sendable {
        /// The value, if there is one.
        public var some: CasePath<Wrapped?, Wrapped> {
            CasePath(named: "some", embed: { $0 }, extract: { $0 })
        }

        /// That there is no value.
        public var none: CasePath<Wrapped?, Void> {
            CasePath(named: "none", embed: { nil }, extract: { if case .none = $0 { () } else { nil } })
        }

        /// A case of the value, if there is one.
        public subscript<Payload>(
            dynamicMember keyPath: CaseKeyPath<Wrapped, Payload>
        ) -> CasePath<Wrapped?, Payload> where Wrapped: CasePathable {
            Self.path(through: CasePath(keyPath))
        }

        // Where `Wrapped` has no conformance, the closures capture none, which could belong to an actor.
        private static func path<Payload>(
            through path: CasePath<Wrapped, Payload>
        ) -> CasePath<Wrapped?, Payload> {
            CasePath(
                named: path.name,
                embed: { path.embed($0) },
                extract: { if case .some(let value) = $0 { path.extract(from: value) } else { nil } }
            )
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
